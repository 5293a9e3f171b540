const id = {
  apiKeys: {
    hint: "Dengan kunci API, server toko Anda membuat dan membaca tagihan.",
    create: "Buat kunci API",
    none: "Belum ada kunci API",
    noneHint: "Buat satu untuk server toko Anda. Simpan hanya di server, jangan di halaman web.",
    unnamed: "Tanpa nama",
    label: "Untuk apa kunci ini?",
    labelHint: "Misalnya: server toko, aplikasi kasir.",
    createdTitle: "Kunci API dibuat",
    useIt: "Kirim sebagai header X-Api-Key",
    revoke: "Cabut",
    revokeTitle: (label: string) => `Cabut kunci “${label}”?`,
    revokeHint:
      "Semua yang memakai kunci ini langsung ditolak. Kunci yang dicabut tidak dapat dihidupkan lagi.",
  },
};

const en: typeof id = {
  apiKeys: {
    hint: "With an API key your shop's server makes and reads invoices.",
    create: "Make an API key",
    none: "No API key yet",
    noneHint: "Make one for your shop's server. Keep it on the server only, never in a web page.",
    unnamed: "Unnamed",
    label: "What is this key for?",
    labelHint: "For example: shop server, till app.",
    createdTitle: "API key made",
    useIt: "Send it as the X-Api-Key header",
    revoke: "Revoke",
    revokeTitle: (label) => `Revoke the key “${label}”?`,
    revokeHint:
      "Everything that uses this key is refused at once. A revoked key cannot be brought back.",
  },
};

export const apiKeysTexts = { id, en };
