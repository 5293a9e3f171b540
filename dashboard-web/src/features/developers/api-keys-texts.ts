import { textsOf } from "../../base/texts/texts-of.ts";

const id = {
  apiKeys: {
    hint: "Dengan kunci API, server toko Anda membuat dan membaca tagihan.",
    create: "Buat kunci API",
    none: "Belum ada kunci API",
    noneHint: "Buat satu untuk server toko Anda. Simpan hanya di server, jangan di halaman web.",
    unnamed: "Tanpa nama",
    label: "Untuk apa kunci ini?",
    labelHint: "Misalnya: server toko, aplikasi kasir.",
    test: "Uji",
    isTest: "Kunci uji: tanpa uang sungguhan",
    testSecret: "Rahasia webhook mode uji",
    testSecretHint:
      "Webhook mode uji ditandatangani dengan rahasia ini, sehingga toko yang sungguhan tidak memercayainya. Simpan sebagai TEPAT_WEBHOOK_SECRET di server percobaan Anda.",
    testTitle: "Mode uji",
    testHint:
      "Dengan kunci uji (pgk_test_…), program Anda membuat tagihan tanpa uang sungguhan. Tagihan uji tidak memakai hari pemakaian dan tidak dihitung di mana pun, dan hanya HP simulasi yang dapat membayarnya. Ambil account_id rekening uji dengan kunci uji.",
    toTests: "Lihat tagihan uji",
    aboutTests: "Cara menguji (bahasa Inggris)",
    createdTitle: "Kunci API dibuat",
    useIt: "Kirim kunci ini di header X-Api-Key",
    keepIt: "Simpan kunci ini sebagai TEPAT_API_KEY di server Anda, jangan di dalam kode program.",
    sample: "Contoh program",
    sampleHint:
      "Program ini membuat satu tagihan sungguhan di rekening Anda. Program membaca kunci dari variabel lingkungan TEPAT_API_KEY.",
    languages: "Bahasa pemrograman",
    noAccount:
      "Belum ada rekening yang menerima pembayaran. Tambah atau aktifkan satu, lalu ganti ACCOUNT_ID.",
    webhookSecret:
      "Saat tagihan lunas, Tepat mengirim webhook ke server Anda, ditandatangani dengan rahasia webhook. Buat rahasia itu di halaman Webhook.",
    toWebhooks: "Ke webhook dan rahasianya",
    toRequests: "Lihat riwayat permintaan",
    guidesTitle: "Panduan untuk pengembang",
    guides: {
      first: "Tagihan pertama, langkah demi langkah (bahasa Inggris)",
      api: "Semua permintaan dan respons API (bahasa Inggris)",
      languages: "PHP, Python, Go, Ruby, Java, dan C# (bahasa Inggris)",
      webhooks: "Webhook dan tanda tangannya (bahasa Inggris)",
      errors: "Kode galat (bahasa Inggris)",
      requests: "Riwayat permintaan (bahasa Inggris)",
    },
    revokeTitle: (label: string) => `Cabut kunci “${label}”?`,
    revokeHint:
      "Semua yang memakai kunci ini langsung ditolak. Kunci yang dicabut tidak dapat diaktifkan lagi.",
  },
};

const en: typeof id = {
  apiKeys: {
    hint: "Your shop's server uses an API key to create and read invoices.",
    create: "Create an API key",
    none: "No API keys yet",
    noneHint:
      "Create a key for your shop's server. Keep it on the server only, never in a web page.",
    unnamed: "Unnamed",
    label: "What is this key for?",
    labelHint: "For example: shop server, till app.",
    test: "Test",
    isTest: "Test key: its invoices involve no money",
    testSecret: "Test-mode webhook secret",
    testSecretHint:
      "This secret signs test-mode webhooks, so a live shop rejects them. Keep it as TEPAT_WEBHOOK_SECRET on your test server.",
    testTitle: "Test mode",
    testHint:
      "With a test key (pgk_test_…), your program creates invoices that involve no money. Test invoices are free and not counted in your figures. Only a simulated phone can pay them. To get the account_id of a test account, list your accounts with the test key.",
    toTests: "See test invoices",
    aboutTests: "How to test",
    createdTitle: "API key created",
    useIt: "Send the key in the X-Api-Key header",
    keepIt: "Keep the key as TEPAT_API_KEY on your server, not in your code.",
    sample: "Code sample",
    sampleHint:
      "This program creates one live invoice on your account. It reads the key from the environment variable TEPAT_API_KEY.",
    languages: "Programming language",
    noAccount: "No account takes payments yet. Add one or switch one on, then replace ACCOUNT_ID.",
    webhookSecret:
      "When an invoice is paid, Tepat sends your server a webhook signed with your webhook secret. If you do not have that secret, choose “Rotate secret” on the Webhooks page.",
    toWebhooks: "Go to webhooks",
    toRequests: "See the request log",
    guidesTitle: "Guides for developers",
    guides: {
      first: "The first invoice, step by step",
      api: "All requests and responses of the API",
      languages: "PHP, Python, Go, Ruby, Java and C#",
      webhooks: "Webhooks and their signatures",
      errors: "Error codes",
      requests: "The request log",
    },
    revokeTitle: (label) => `Revoke the key “${label}”?`,
    revokeHint:
      "Tepat refuses every request with this key from that moment. You cannot restore a revoked key.",
  },
};

export const apiKeysTexts = textsOf({ id, en });
