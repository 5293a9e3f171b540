import { limits } from "../../../contract/limits.ts";
import { notFoundText } from "../../../contract/errors.ts";
import { reasonInEnglish } from "../../../contract/refusal-reasons.ts";
import { appInUseText } from "../../../domain/accounts/merchant-apps.ts";
export const bankAccountOfOwner = {
  account_id: "019aa5c2-0001-7000-8000-000000000001",
  account_number: "000001000000001",
  account_name: "TOKO CONTOH",
  account_min_amount: 1000,
  account_max_amount: 10_000_000,
  account_active: true,
  account_quota: 29,
  channel_id: "747c142b-ed01-585d-8e53-2c15322415c9",
  channel_type: "TRANSFER",
  channel_name: "BRI",
  app_id: "479e7e57-42af-5ca0-b91d-fa78b0e2553d",
  app_name: "BRImo",
  app_package: "id.co.bri.brimo",
  channel_code: "BRI",
  device_id: null,
  device_name: null,
  can_be_read: true,
  emails: "teachable",
  is_day_paid: true,
  qris_name: null,
  qris_city: null,
  qris_id: null,
  watched_by: {
    source_name: "Phone beside the till",
    heard_at: "2026-11-21T10:15:30.000Z",
    online_count: 1,
  },
  no_free_days: null,
};

const order = {
  order_id: "019aa5f3-0000-7000-8000-000000000001",
  account_id: bankAccountOfOwner.account_id,
  days: 30,
  ordered_at: "2026-11-21T10:15:30.000Z",
  credited_at: null,
  payment_status: "PENDING",
  payment_total: 30_217,
  payment_checkout_url: "https://pay.example/pay/019aa5f3-0001-7000-8000-000000000001",
  payment_expired_at: "2026-11-22T10:15:30.000Z",
};

const steps = {
  channel_id: bankAccountOfOwner.channel_id,
  built_in: [
    {
      step: 1,
      title: "Buka aplikasi bank",
      content: "Buka mobile banking, internet banking atau ATM dan pilih menu transfer.",
    },
  ],
  additions: [
    { title: "Simpan bukti", content: "Simpan bukti transfer sampai pesanan Anda tiba." },
  ],
};

const inTheWay = reasonInEnglish({ code: "account_in_use", params: { hours: 24 } });

const ownBank = { channel_name: "Bank Sahabat Contoh", number_min: 10, number_max: 12 };

export const accountExamples = {
  listAccountChoices: {
    data: {
      choices: {
        channels: [
          {
            channel_id: bankAccountOfOwner.channel_id,
            channel_code: "BRI",
            channel_name: "BRI",
            channel_type: "TRANSFER",
            default_package: "id.co.bri.brimo",
            number_digits: [15],
            is_mobile_number: false,
            own: null,
          },
        ],
        apps: [
          {
            app_id: bankAccountOfOwner.app_id,
            app_name: "BRImo",
            app_package: "id.co.bri.brimo",
            can_be_read: true,
          },
        ],
        seen_apps: [
          {
            package_name: "com.sampoerna.mobile",
            app_name: "Sampoerna Mobile",
            has_known_name: false,
            first_seen_at: "2026-11-21T10:29:58.000Z",
            last_seen_at: "2026-11-21T10:30:00.000Z",
            seen_count: 2,
            is_refused: false,
            title: "Dana masuk",
            body: "Dana masuk Rp150.123 dari BUDI CONTOH",
          },
        ],
      },
    },
  },
  addOwnBank: {
    bodies: { bank: { ...ownBank, app_package: "com.sampoerna.mobile" } },
    data: { added: { channel_id: "0199f5ca-0000-7000-8000-000000000021" } },
    invalidFields: { channel_name: { code: "name_of_a_known_bank", params: {} } as const },
    messages: { conflict: "You already have a bank of this name. Enter another name." },
  },
  changeOwnBank: {
    parameters: { channel_id: "0199f5ca-0000-7000-8000-000000000021" },
    bodies: { bank: ownBank },
    data: { changed: null },
    invalidFields: { channel_name: { code: "name_of_a_known_bank", params: {} } as const },
    messages: { conflict: "You already have a bank of this name. Enter another name." },
  },
  removeOwnBank: {
    parameters: { channel_id: "0199f5ca-0000-7000-8000-000000000021" },
    data: { removed: null },
    messages: { conflict: "You cannot remove this bank, because an account uses it." },
  },
  answerForApp: {
    parameters: { package_name: "com.sampoerna.mobile" },
    bodies: {
      yes: { is_bank: true, app_name: "Sampoerna Mobile" },
      no: { is_bank: false },
    },
    data: { answered: null },
    invalidFields: { app_name: { code: "name_of_a_known_bank", params: {} } as const },
    messages: {
      not_found: "App not found. Check the id.",
      conflict: appInUseText,
    },
  },
  listOwnAccounts: {
    parameters: { page: 1, per_page: 100 },
    pagination: { total: 1, count: 1, per_page: 100, current_page: 1, total_pages: 1 },
    invalidFields: { page: { code: "too_small", params: { minimum: 1 } } as const },
    data: { accounts: [bankAccountOfOwner] },
  },
  getOwnAccount: {
    parameters: { account_id: bankAccountOfOwner.account_id },
    data: { account: bankAccountOfOwner },
    messages: { not_found: notFoundText("account") },
  },
  getAccountSources: {
    parameters: { account_id: bankAccountOfOwner.account_id },
    data: {
      sources: {
        is_watched: true,
        statement_until: "2026-10-31",
        sources: [
          {
            source_id: "019a9c2e-7d00-7a11-9f00-6a7d2c1b0e01",
            kind: "phone",
            source_name: "Till phone",
            state: "working",
            heard_at: "2026-11-21T11:02:10.000Z",
          },
          {
            source_id: "019a9c2e-7d00-7a11-9f00-6a7d2c1b0e02",
            kind: "mailbox",
            source_name: "toko@example.com",
            state: "paused",
            heard_at: "2026-11-20T03:00:00.000Z",
          },
        ],
      },
    },
    messages: { not_found: notFoundText("account") },
  },
  previewQris: {
    bodies: { code: { qris: "00020101021126…6304ABCD" } },
    data: {
      code: {
        qris_name: "TOKO CONTOH",
        qris_city: "JAKARTA",
        qris_id: "ID1020000000001",
        acquirer: "COM.GO-JEK.WWW",
        default_package: "com.gojek.gopaymerchant",
      },
    },
    invalidFields: { qris: { code: "qris_crc_mismatch", params: {} } as const },
  },
  createOwnAccount: {
    bodies: {
      bank: {
        channel_id: bankAccountOfOwner.channel_id,
        account_number: bankAccountOfOwner.account_number,
        account_name: bankAccountOfOwner.account_name,
        account_min_amount: 1000,
        account_max_amount: 10_000_000,
      },
    },
    data: {
      created: {
        ...bankAccountOfOwner,
        account_quota: limits.ownGatewayQuotaDays,
        is_day_paid: false,
      },
    },
    invalidFields: { account_number: { code: "required", params: {} } as const },
    messages: { not_found: notFoundText("device") },
  },
  changeOwnAccount: {
    parameters: { account_id: bankAccountOfOwner.account_id },
    bodies: { off: { account_active: false } },
    data: { changed: { ...bankAccountOfOwner, account_active: false } },
    invalidFields: { account_min_amount: { code: "too_small", params: { minimum: 1 } } as const },
    messages: { not_found: notFoundText("account"), conflict: inTheWay },
  },
  getChannelSteps: {
    parameters: { channel_id: bankAccountOfOwner.channel_id, language: "id" },
    data: { steps },
    messages: { not_found: notFoundText("channel") },
  },
  changeChannelSteps: {
    parameters: { channel_id: bankAccountOfOwner.channel_id },
    bodies: { steps: { additions: steps.additions } },
    data: { steps },
    invalidFields: { additions: { code: "too_many_items", params: { maximum: 10 } } as const },
    messages: { not_found: notFoundText("channel") },
  },
  getQuota: {
    parameters: { account_id: bankAccountOfOwner.account_id },
    data: {
      quota: {
        account_quota: 29,
        is_day_paid: true,
        day_price: 1000,
        can_renew: false,
        used_days: ["2026-11-21"],
        grants: [{ days: 30, granted_at: "2026-11-20T03:00:00.000Z", order_id: null }],
      },
    },
    messages: { not_found: notFoundText("account") },
  },
  renewQuota: {
    parameters: { account_id: bankAccountOfOwner.account_id },
    bodies: { nothing: {} },
    data: {
      quota: {
        account_quota: limits.ownGatewayQuotaDays,
        is_day_paid: true,
        day_price: null,
        can_renew: true,
        used_days: ["2026-11-21"],
        grants: [{ days: 36_471, granted_at: "2026-11-21T03:00:00.000Z", order_id: null }],
      },
    },
    messages: {
      not_found: notFoundText("account"),
      conflict: reasonInEnglish({ code: "quota_not_renewable", params: {} }),
    },
  },
  orderQuota: {
    parameters: { account_id: bankAccountOfOwner.account_id },
    bodies: { month: { days: 30 } },
    data: { ordered: order },
    invalidFields: { days: { code: "too_small", params: { minimum: 1 } } as const },
    messages: {
      not_found: notFoundText("account"),
      conflict: reasonInEnglish({ code: "quota_not_sold", params: {} }),
    },
  },
  listQuotaOrders: {
    parameters: { page: 1, per_page: 20 },
    pagination: { total: 1, count: 1, per_page: 20, current_page: 1, total_pages: 1 },
    invalidFields: { page: { code: "too_small", params: { minimum: 1 } } as const },
    data: { orders: [order] },
  },
};
