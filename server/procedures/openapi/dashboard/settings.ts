const settings = {
  merchant_name: "Toko Contoh",
  logo_url: "https://toko.example/logo.png",
  accent_color: "#0a7d55",
  contact_address: "Jl. Melati 7, Bandung",
  contact_phone: "0812 3456 7890",
  contact_email: "halo@toko.example",
  shop_url: "https://toko.example/",
  sale_code_pattern: "INV-{year}-{number}",
  sends_receipts: true,
  asks_for_rest: true,
  webhook_url: "https://toko.example/webhooks/tepat",
  sends_expired_events: true,
  sends_cancelled_events: false,
  sends_device_events: true,
  sends_difference_events: false,
  refuse_offline_accounts: false,
};

export const settingsExamples = {
  getSettings: { data: { settings } },
  changeSettings: {
    bodies: { webhooks: { webhook_url: settings.webhook_url, sends_expired_events: true } },
    data: { settings },
    invalidFields: { webhook_url: { code: "url_not_public", params: {} } as const },
  },
};
