import { limits } from "../../../contract/limits.ts";
import { notFoundText } from "../../../contract/errors.ts";
import { reasonInEnglish } from "../../../contract/refusal-reasons.ts";
const link_id = "019aa5c2-0009-4000-8000-000000000001";
const parameters = { link_id };

const link = {
  link_id,
  slug: "kopi-susu",
  url: "https://pay.example/l/kopi-susu",
  link_name: "Kopi susu gula aren",
  description: "Satu liter, dikirim dingin.",
  amounts: [85_000],
  amount_min: null,
  amount_max: null,
  quantity_max: 5,
  stock: 40,
  pieces_left: 31,
  payments_max: null,
  open_until: null,
  deadline_seconds: 3600,
  asks_name: "required",
  asks_phone: "required",
  asks_note: "optional",
  picture_url: null,
  is_open: true,
  state: "open",
  created_at: "2026-11-21T09:00:00.000Z",
  payments_made: 9,
  payments_pending: 1,
  payments_paid: 6,
  amount_paid: 683_412,
};

const detail = {
  ...link,
  qr_svg:
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 37 37"><path d="M4 4h7v1h-7z"/></svg>',
};

const unknown = { not_found: notFoundText("link") };

const contents = {
  link_name: link.link_name,
  description: link.description,
  amounts: link.amounts,
  quantity_max: 5,
  stock: 40,
  asks_phone: "required",
  asks_note: "optional",
};

export const linkExamples = {
  listLinks: {
    parameters: { page: 1, per_page: 20 },
    pagination: { total: 1, count: 1, per_page: 20, current_page: 1, total_pages: 1 },
    data: { links: [link] },
    invalidFields: { per_page: { code: "too_small", params: { minimum: 1 } } as const },
  },
  getLink: { parameters, data: { link: detail }, messages: unknown },
  createLink: {
    bodies: {
      fixed: {
        form_key: "1f5a7a0c-5b51-4d7e-8a26-0f7f4e1c2d3b",
        slug: "kopi-susu",
        ...contents,
      },
      open: { link_name: "Donasi", amount_min: 10_000, asks_name: "optional" },
    },
    data: { link: detail },
    invalidFields: { slug: { code: "slug_taken", params: {} } as const },
    messages: {
      conflict: reasonInEnglish({ code: "link_limit", params: { links: limits.linksPerMerchant } }),
    },
  },
  changeLink: {
    parameters,
    bodies: { price: { ...contents, amounts: [90_000] } },
    data: { link: { ...detail, amounts: [90_000] } },
    invalidFields: { amount_min: { code: "required", params: {} } as const },
    messages: unknown,
  },
  switchLink: {
    parameters,
    bodies: { off: { is_open: false } },
    data: { link: { ...detail, is_open: false, state: "closed" } },
    invalidFields: { is_open: { code: "required", params: {} } as const },
    messages: unknown,
  },
  setLinkPicture: {
    parameters,
    bodies: {
      png: {
        picture:
          "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      },
    },
    data: {
      link: {
        ...detail,
        picture_url: "https://pay.example/l/pictures/019aa5c2-0009-4000-8000-000000000002",
      },
    },
    invalidFields: { picture: { code: "not_a_picture", params: {} } as const },
    messages: unknown,
  },
  removeLinkPicture: { parameters, data: { link: detail }, messages: unknown },
};
