import { textsOf } from "../../base/texts/texts-of.ts";

const id = {
  counter: {
    method: "Cara bayar",
    charge: "Tagih",
    erase: "Hapus angka terakhir",
    keypad: "Angka",
    total: "Total",
    ways: "Angka atau barang",
    note: "Catatan",
    other: "Lainnya",
    items: "Barang",
    itemsCount: (count: number) => `Barang (${count})`,
    itemsHint:
      "Barang yang dapat diketuk di kasir. Transaksi lama tetap memakai nama dan harga lamanya.",
    changeItems: "Daftar barang",
    inCart: "di keranjang",
    notInList: "Tidak ada lagi di daftar",
    nothingPicked: "Ketuk barang, atau isi jumlahnya di Angka.",
    less: (name: string) => `Kurangi ${name}`,
    item: (number: number) => `Barang ${number}`,
    itemName: "Nama",
    itemPrice: "Harga (rupiah)",
    addItem: "Tambah barang",
    removeItem: (number: number) => `Hapus barang ${number}`,
    chargeAmount: (amount: string) => `Tagih ${amount}`,
    obstacles: {
      account_without_quota:
        "Hari pemakaiannya habis. Minta pemilik menambah hari untuk rekening ini.",
      account_not_watched:
        "Tidak ada sumber yang memantaunya sekarang. Jika memakai HP, buka aplikasi Tepat di HP itu. Jika tidak, minta pemilik memeriksa sumbernya.",
    },
    noAccounts: "Belum ada rekening yang aktif",
    noAccountsHintForOwner:
      "Tambahkan rekening, dompet, atau QRIS Anda, atau aktifkan salah satunya.",
    noAccountsHint:
      "Setelah ada rekening yang aktif, Anda dapat menerima pembayaran di sini. Minta pemilik menambahkan atau mengaktifkan rekening.",
    noneFor: {
      account_without_quota: "Hari pemakaian semua rekening habis. Minta pemilik menambah hari.",
      account_not_watched:
        "Sekarang tidak ada sumber yang memantau rekening. Jika memakai HP, buka aplikasi Tepat di HP itu. Jika tidak, minta pemilik memeriksa sumbernya.",
    },
    // For people who can change it themselves.
    noneForOwner: {
      account_without_quota: "Hari pemakaian semua rekening habis.",
      account_not_watched:
        "Tepat tidak bisa melihat pembayaran sekarang: tidak ada sumber yang memantau rekening Anda. Hubungkan HP atau email bank Anda, atau periksa yang sudah ada.",
    },
    remedies: {
      account_without_quota: "Lihat rekening",
      account_not_watched: "Hubungkan atau periksa sumber",
    },
    unwatched: "Belum dipantau",
    notWatched: "Belum dipantau. Periksa sendiri uangnya.",
    noneWatched:
      "Tepat tidak bisa melihat pembayaran sekarang: tidak ada sumber yang memantau rekening Anda. Anda tetap bisa menagih. Jika uangnya sudah masuk, nyatakan tagihannya lunas.",
    noneWatchedHint:
      "Tepat tidak bisa melihat pembayaran sekarang: tidak ada sumber yang memantau rekening Anda. Anda tetap bisa menagih. Minta pemilik memeriksa uangnya.",
    lookForIt: "Tepat tidak bisa melihat pembayaran ini. Periksa uangnya di aplikasi bank Anda.",
    lookForItHint: "Tepat tidak bisa melihat pembayaran ini. Minta pemilik memeriksa uangnya.",
    forCashier: "Untuk kasir",
    markAsPaid: "Nyatakan lunas",
    noneUsable:
      "Sekarang tidak ada rekening yang dapat menerima pembayaran. Alasannya tertulis di bawah tiap rekening.",
    soundOn: "Suara menyala",
    soundOff: "Suara mati",
    today: "Kasir hari ini",
    paidTotal: "Lunas",
    paidCount: (paid: number, all: number) => `${paid} dari ${all} sudah lunas`,
    nothingYet: "Belum ada transaksi di kasir hari ini.",
    latest: (count: number) => `Menampilkan ${count} transaksi terbaru.`,
    offline: "Tidak tersambung. Pembayaran terbaru mungkin belum tampil. Periksa koneksi Anda.",
    waiting: "Menunggu pembayaran",
    payExactly: "Bayar tepat, sampai tiga angka terakhir",
    scan: (name: string) => `Pindai QRIS ${name}`,
    qrLabel: (amount: string) => `Kode QRIS untuk ${amount}`,
    transferTo: "Transfer ke",
    timeLeft: "Sisa waktu",
    paid: "Lunas",
    paidAt: (time: string) => `Diterima pukul ${time}`,
    receipt: "Bukti pembayaran: pindai, kirim, atau cetak.",
    receiptQr: (code: string) => `Kode QR bukti pembayaran ${code}`,
    receiptMessage: (amount: string, merchant: string, address: string) =>
      `Terima kasih. Pembayaran ${amount} sudah diterima ${merchant}. Bukti pembayaran: ${address}`,
    expired: "Waktunya habis",
    expiredHint:
      "Jangan minta pelanggan membayar kode ini lagi. Jika uangnya sudah terkirim, minta pemilik memeriksanya di Perlu diputuskan.",
    expiredUnwatchedHint:
      "Jangan minta pelanggan membayar kode ini lagi. Tepat tidak bisa melihat pembayaran ini. Jika uangnya sudah masuk, minta pemilik mengunggah rekening korannya. Transfernya lalu ada di Perlu diputuskan.",
    cancelled: "Dibatalkan",
    cancelledHint: "Kode ini tidak dapat dibayar lagi.",
    next: "Pelanggan berikutnya",
    again: "Tagih jumlah ini lagi",
    againTitle: (amount: string) => `Kosongkan keranjang ${amount}?`,
    againHint:
      "Barang pelanggan berikutnya masih di keranjang. Barang itu diganti dengan transaksi ini.",
    cancel: "Batalkan",
    cancelTitle: (amount: string) => `Batalkan ${amount}?`,
    cancelHint:
      "Pastikan pelanggan belum membayar. Uang yang sudah terkirim tidak kembali otomatis.",
    keep: "Layani pelanggan lain",
    leaveTitle: (amount: string) => `Apakah ${amount} masih ditunggu?`,
    leaveHint:
      "Tepat tidak bisa melihat pembayaran ini. Jika pelanggan sudah membayar atau masih akan membayar, biarkan menunggu. Jika pelanggan tidak jadi membayar, batalkan.",
    leaveWaiting: "Biarkan menunggu",
    leaveCancelled: "Batalkan tagihan",
  },
};

const en: typeof id = {
  counter: {
    method: "Payment method",
    charge: "Charge",
    erase: "Erase the last digit",
    keypad: "Digits",
    total: "Total",
    ways: "Digits or items",
    note: "Note",
    other: "Other",
    items: "Items",
    itemsCount: (count) => `Items (${count})`,
    itemsHint: "Items to tap at the counter. Earlier invoices keep the old names and prices.",
    changeItems: "List of items",
    inCart: "in the cart",
    notInList: "No longer in the list",
    nothingPicked: "Tap an item, or enter an amount under Digits.",
    less: (name) => `Remove one ${name}`,
    item: (number) => `Item ${number}`,
    itemName: "Name",
    itemPrice: "Price (Rp)",
    addItem: "Add an item",
    removeItem: (number) => `Remove item ${number}`,
    chargeAmount: (amount) => `Charge ${amount}`,
    obstacles: {
      account_without_quota: "This account has no days of use left. Ask an owner to add days.",
      account_not_watched:
        "No source watches this account now. If the account uses a phone, open the Tepat app on that phone. Otherwise ask an owner to check the source.",
    },
    noAccounts: "No account is switched on yet",
    noAccountsHintForOwner: "Add your bank account, wallet or QRIS, or switch one on.",
    noAccountsHint: "To take payments here, ask an owner to add an account or switch one on.",
    noneFor: {
      account_without_quota: "No account has days of use left. Ask an owner to add days.",
      account_not_watched:
        "No source watches any account now. If you use a phone, open the Tepat app on that phone. Otherwise ask an owner to check the sources.",
    },
    noneForOwner: {
      account_without_quota: "No account has days of use left.",
      account_not_watched:
        "Tepat cannot see payments now: no source watches your accounts. Connect your phone or your bank's emails, or check your existing sources.",
    },
    remedies: {
      account_without_quota: "See the accounts",
      account_not_watched: "Connect or check a source",
    },
    unwatched: "Not watched",
    notWatched: "Not watched now. Check for the money yourself.",
    noneWatched:
      "Tepat cannot see payments now: no source watches your accounts. You can still charge. When the money is in your account, mark the invoice as paid.",
    noneWatchedHint:
      "Tepat cannot see payments now: no source watches your accounts. You can still charge. Ask an owner to check for the money.",
    lookForIt: "Tepat cannot see this payment. Check for the money in your bank's app.",
    lookForItHint: "Tepat cannot see this payment. Ask an owner to check for the money.",
    forCashier: "For the cashier",
    markAsPaid: "Mark as paid",
    noneUsable: "No account can receive payments now. The reason is below each account.",
    soundOn: "Sound is on",
    soundOff: "Sound is off",
    today: "Today at the counter",
    paidTotal: "Paid",
    paidCount: (paid, all) => `${paid} of ${all} paid`,
    nothingYet: "No invoices at the counter today.",
    latest: (count) => `The latest ${count} invoices.`,
    offline: "No connection. The latest payment might not be shown yet. Check your connection.",
    waiting: "Waiting for the payment",
    payExactly: "Pay the exact amount, including the last three digits",
    scan: (name) => `Scan the QRIS of ${name}`,
    qrLabel: (amount) => `QRIS code for ${amount}`,
    transferTo: "Transfer to",
    timeLeft: "Time left",
    paid: "Paid",
    paidAt: (time) => `Received at ${time}`,
    receipt: "Scan, send or print the receipt.",
    receiptQr: (code) => `QR code of the receipt for ${code}`,
    receiptMessage: (amount, merchant, address) =>
      `Thank you. ${merchant} has received your payment of ${amount}. Receipt: ${address}`,
    expired: "Time is up",
    expiredHint:
      "Ask the customer not to pay with this code. If the customer has already paid, ask an owner to look for the transfer under To decide.",
    expiredUnwatchedHint:
      "Ask the customer not to pay with this code. Tepat cannot see this payment. If the money is in your account, ask an owner to upload the bank statement. The transfer then appears under To decide.",
    cancelled: "Cancelled",
    cancelledHint: "This invoice can no longer be paid.",
    next: "Next customer",
    again: "Charge this amount again",
    againTitle: (amount) => `Empty the cart (${amount})?`,
    againHint: "The cart has the next customer's items. This invoice replaces them.",
    cancel: "Cancel",
    cancelTitle: (amount) => `Cancel ${amount}?`,
    cancelHint:
      "Make sure that the customer has not paid yet. Cancelling does not return money that the customer has already sent.",
    keep: "Serve another customer",
    leaveTitle: (amount) => `Are you still waiting for ${amount}?`,
    leaveHint:
      "Tepat cannot see this payment. If the customer has paid or still wants to pay, keep the invoice waiting. Otherwise cancel the invoice.",
    leaveWaiting: "Keep the invoice waiting",
    leaveCancelled: "Cancel the invoice",
  },
};

export const counterTexts = textsOf({ id, en });
