const id = {
  settings: {
    hint: "Nama dan tampilan di halaman pembayaran, dan kapan tagihan ditolak.",
    logo: "Gambar logo",
    logoHint: "Alamat https sebuah gambar. Kosong: huruf pertama nama usaha.",
    color: "Warna",
    colorHint: "Warna halaman pembayaran, misalnya #0a7d55.",
    refuseOffline: "Tolak tagihan selama tidak ada ponsel yang mengawasi rekeningnya",
  },
};

const en: typeof id = {
  settings: {
    hint: "Name and looks of the payment page, and when invoices are refused.",
    logo: "Logo picture",
    logoHint: "The https address of a picture. Empty: the first letter of the name.",
    color: "Colour",
    colorHint: "Colour of the payment page, such as #0a7d55.",
    refuseOffline: "Refuse invoices while no phone watches the account",
  },
};

export const settingsTexts = { id, en };
