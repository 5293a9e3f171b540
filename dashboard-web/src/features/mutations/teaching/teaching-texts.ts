import { formatCount } from "../../../base/numbers.ts";
import type { LikelyText, Mark, RuleFault } from "../../../base/generated/types.gen.ts";
import { textsOf } from "../../../base/texts/texts-of.ts";

/** Tepat itself adds the last three parts to the wording of an email. */
type Part = Mark["part"] | "same" | "money" | "number";

const id = {
  teaching: {
    likely: "Mungkin pembayaran",
    likelyHint:
      "Tepat tidak yakin dengan notifikasi ini, tetapi jumlahnya sama persis dengan total tagihan di sebelahnya. Periksa dulu di aplikasi bank Anda bahwa uangnya sudah masuk.",
    reasons: {
      unknown_wording: "Tepat belum mengenal kata-kata ini.",
      contradictory: "Sebagian kata menunjukkan uang masuk, tetapi kata lain bertentangan.",
      no_exact_amount: "Jumlahnya tidak jelas.",
      title: "Judulnya tidak cocok dengan uang masuk.",
      outgoing: "Mungkin ini uang keluar.",
      not_settled: "Mungkin transfer ini gagal atau belum selesai.",
      cut: "Teksnya mungkin terpotong.",
      second_amount: "Teks ini menyebut jumlah lain, yang bisa saja tulisan pengirim.",
      request: "Mungkin ini permintaan dari seseorang.",
      name: "Nama pengirim tidak seperti nama biasa.",
      place: "Uangnya mungkin masuk ke rekening lain.",
      later_day: "Tanggal di teks ini belum tiba.",
    } as Record<LikelyText["reason"], string>,
    confirm: "Uangnya sudah masuk",
    confirmTitle: (code: string) => `Nyatakan ${code} lunas?`,
    confirmHint: (total: string) =>
      `Hanya jika aplikasi bank Anda menunjukkan ${total} sudah masuk. Notifikasi saja bukan bukti.`,
    confirmSubmit: "Nyatakan lunas",
    refuse: "Bukan transfer",
    teachTitle: "Ajarkan kata-kata ini",
    teachHint:
      "Tagihan sudah lunas. Agar teks serupa dibaca otomatis, tandai bagian yang boleh berbeda. Kata-kata lainnya harus sama persis.",
    paint: "Tandai kata yang saya pilih sebagai",
    words: "Kata-kata dalam teks",
    parts: {
      amount: "Jumlah",
      sender: "Pengirim",
      reference: "Nomor referensi",
      when: "Waktu",
      account: "Nomor rekening",
      text: "Teks lain",
      same: "Jumlah yang sama",
      money: "Saldo atau biaya",
      number: "Nomor",
    } as Record<Part, string>,
    same: "Harus sama persis",
    rule: "Yang akan dibaca",
    titleMust: (title: string) => `Judulnya harus "${title}".`,
    mailTitle: "Ajarkan email ini",
    mailHint:
      "Hanya jika aplikasi bank Anda menunjukkan uangnya sudah masuk. Tandai jumlah, pengirim, nomor rekening Anda, dan teks lain yang boleh berbeda, misalnya berita transfer. Tanggal dan nomor lain boleh berbeda. Kata-kata lainnya harus sama persis.",
    saveMail: "Catat dan ajarkan",
    subject: "Judul email:",
    emailsFrom: (sender: string) => `email dari ${sender}`,
    reads: {
      notification: "Teks tersimpan yang akan dibaca",
      email: "Email lain yang akan dibaca",
    },
    readsNone: {
      notification: "Tidak ada teks lain yang tersimpan dan cocok.",
      email: "Tidak ada email lain yang cocok.",
    },
    readsWarning: {
      notification:
        "Teks dari sebelum ini tidak dicatat otomatis. Pilih yang uangnya sudah masuk menurut aplikasi bank Anda: teks itu dicatat sekarang dan dapat membayar tagihan.",
      email:
        "Email dari sebelum ini tidak dicatat otomatis. Pilih yang uangnya sudah masuk menurut aplikasi bank Anda: email itu dicatat sekarang dan dapat membayar tagihan.",
    },
    couldWrite: "Pengirim bisa menulis, misalnya:",
    save: "Ajarkan",
    notNow: "Jangan sekarang",
    faults: {
      amount_missing: "Tandai jumlahnya, tepat satu kali.",
      mark_invalid: "Ada tanda di luar teks. Hapus tanda itu.",
      marks_overlap: "Dua tanda bertumpuk. Hapus salah satunya.",
      part_marked_twice: "Tandai setiap bagian satu kali saja.",
      amount_unreadable: "Tanda jumlah tidak memuat jumlah yang dibayar. Tandai kata yang benar.",
      name_before_amount:
        "Nama pengirim sebelum jumlah bisa dipakai untuk memalsukan teks, jadi tidak dapat diajarkan.",
      too_few_words:
        "Terlalu sedikit kata yang harus sama, jadi teks buatan orang lain bisa cocok. Tandai lebih sedikit.",
      not_its_own_text: "Dengan tanda ini teksnya sendiri tidak terbaca. Ubah tandanya.",
      app_unknown: "Aplikasi ini tidak dikenal. Pemilik server harus menambahkannya dulu.",
      other_account:
        "Tandai nomor rekening yang menerima uangnya. Rekening itu harus dipilih untuk alamat email ini.",
      too_long: "Email ini terlalu panjang untuk diajarkan.",
      contradictory:
        'Aturan Tepat sendiri saling bertentangan tentang notifikasi ini, jadi tidak dapat diajarkan. Teks serupa tetap muncul di "Mungkin pembayaran".',
      read_already:
        "Sekarang Tepat membaca notifikasi ini secara langsung, jadi tidak perlu diajarkan.",
      contradicting_word: "Kata ini tidak cocok dengan uang masuk:",
      reads_another: "Teks ini ikut terbaca, padahal bukan uang masuk:",
      reads_otherwise: "Teks ini akan terbaca lain dari yang sudah diputuskan:",
      second_amount:
        "Teks ini menyebut dua jumlah, jadi jumlah yang ditandai bisa saja tulisan pengirim. Jumlah yang lain:",
      payers_amount: "Jumlahnya ada di bagian yang ditulis pengirim. Bagian itu dimulai dengan:",
      outgoing_words: "Kata ini menunjukkan uang keluar:",
      no_income: "Tidak ada kata yang menunjukkan uang masuk:",
    } as Record<RuleFault["code"], string>,
    rules: "Kata-kata yang Anda ajarkan",
    hits: (count: number) => `${formatCount(count)} kali dibaca`,
    lastHit: "Terakhir dibaca",
    off: "Tidak aktif",
    switchedOff: "Dinonaktifkan oleh Tepat",
    whatToDo:
      'Anda mengajarkan kata-kata ini sebelum Tepat memeriksa masalah itu, jadi Tepat tidak memakainya lagi. Periksa transfer yang sudah dibaca dengan kata-kata ini, lalu hapus kata-katanya. Notifikasi serupa tetap muncul di "Mungkin pembayaran".',
    switchOn: "Aktifkan",
    switchOff: "Nonaktifkan",
    removeTitle: "Hapus kata-kata ini?",
    removeHint: "Transfer yang sudah dibacanya tetap ada.",
    share: "Pakai di server lain",
    exportFile: "Unduh berkas aturan (JSON)",
    exportFormats: "Unduh untuk disumbangkan ke Tepat",
    exportHint:
      "Pemilik server memasang berkas aturan. Berkas lainnya dikirim ke proyek Tepat, agar semua penjual memakainya. Nama dan nomor pengirim di dalamnya diganti dengan contoh.",
  },
};

const en: typeof id = {
  teaching: {
    likely: "Possible payments",
    likelyHint:
      "Tepat is not sure about this notification, but the amount is exactly the total of the invoice beside it. First check in your bank's app that the money has arrived.",
    reasons: {
      unknown_wording: "Tepat does not know this wording yet.",
      contradictory: "Tepat's rules disagree about this notification.",
      no_exact_amount: "The amount is not clear.",
      title: "The title does not fit an incoming transfer.",
      outgoing: "This might be outgoing money.",
      not_settled: "This transfer might have failed, or might not be complete.",
      cut: "The text might be cut off.",
      second_amount: "The text names another amount, which the sender might have written.",
      request: "This might be a request from a person.",
      name: "The sender's name does not look like a name.",
      place: "The money might have arrived in another account.",
      later_day: "The date in the text is in the future.",
    },
    confirm: "Confirm payment",
    confirmTitle: (code) => `Mark ${code} as paid?`,
    confirmHint: (total) =>
      `Confirm only if your bank's app shows that ${total} has arrived. A notification alone is no proof.`,
    confirmSubmit: "Mark as paid",
    refuse: "Not a transfer",
    teachTitle: "Teach this wording",
    teachHint:
      "The invoice is paid. To let Tepat read similar notifications automatically, mark the words that can differ. All other words must be the same.",
    paint: "Mark the words that I choose as",
    words: "Words of the notification",
    parts: {
      amount: "Amount",
      sender: "Sender",
      reference: "Reference",
      when: "Time",
      account: "Account number",
      text: "Other text",
      same: "Same amount",
      money: "Balance or fee",
      number: "Number",
    },
    same: "Must be the same",
    rule: "Wording that Tepat will read",
    titleMust: (title) => `The title must be “${title}”.`,
    mailTitle: "Teach this email",
    mailHint:
      "Do this only if your bank's app shows that the money has arrived. Mark the amount, the sender, your account number and other text that can differ, such as a remark. Dates and other numbers can differ too. All other words must be the same.",
    saveMail: "Record and teach",
    subject: "Subject of the email:",
    emailsFrom: (sender) => `emails from ${sender}`,
    reads: {
      notification: "Stored notifications that this rule would read",
      email: "Other emails that this rule would read",
    },
    readsNone: {
      notification: "No other stored notifications match.",
      email: "No other emails match.",
    },
    readsWarning: {
      notification:
        "Tepat does not record earlier notifications automatically. Choose those that your bank's app confirms. Tepat records them now, and they can pay invoices.",
      email:
        "Tepat does not record earlier emails automatically. Choose those that your bank's app confirms. Tepat records them now, and they can pay invoices.",
    },
    couldWrite: "A sender could write, for example:",
    save: "Teach",
    notNow: "Not now",
    faults: {
      amount_missing: "Mark the amount, exactly once.",
      mark_invalid: "A mark is outside the text. Remove the mark.",
      marks_overlap: "Two marks overlap. Remove one of them.",
      part_marked_twice: "Mark each part only once.",
      amount_unreadable: "The marked amount is not the amount that was paid. Mark the right words.",
      name_before_amount:
        "You cannot teach this wording. The sender's name stands before the amount, so a sender could forge an amount.",
      too_few_words:
        "Too few words must be the same, so a stranger's text could match. Mark fewer words.",
      not_its_own_text:
        "With these marks, Tepat would not read even this notification. Change the marks.",
      app_unknown: "Tepat does not know this app. Ask the server's owner to add it first.",
      other_account:
        "Mark the number of the account that received the money. That account must be ticked for this email address.",
      too_long: "This email is too long to be taught.",
      contradictory:
        "Tepat's own rules disagree about this notification, so you cannot teach it. Similar notifications still appear under “Possible payments”.",
      read_already: "Tepat now reads this notification automatically. You do not have to teach it.",
      contradicting_word: "This word contradicts an incoming transfer:",
      reads_another: "The rule would also read this notification, which reports no incoming money:",
      reads_otherwise: "The rule would read this notification differently from your decision:",
      second_amount:
        "The notification names two amounts, so the sender might have written the marked one. The other amount:",
      payers_amount: "The amount is in the part that the sender writes. That part begins with:",
      outgoing_words: "This word reports outgoing money:",
      no_income: "No word reports incoming money:",
    },
    rules: "Taught wordings",
    hits: (count) => (count === 1 ? "read once" : `read ${formatCount(count)} times`),
    lastHit: "Last read",
    off: "Switched off",
    switchedOff: "Switched off by Tepat",
    whatToDo:
      "You taught this wording before Tepat checked for this fault. Tepat no longer uses it to read notifications. Check the transfers that Tepat read with this wording, then remove the wording. Similar notifications still appear under “Possible payments”.",
    switchOn: "Switch on",
    switchOff: "Switch off",
    removeTitle: "Remove this wording?",
    removeHint: "Tepat keeps the transfers that it has read with this wording.",
    share: "Use on another server",
    exportFile: "Download a rules file (JSON)",
    exportFormats: "Download for the Tepat project",
    exportHint:
      "The server's owner installs the rules file. The other files are for the Tepat project, so that all merchants benefit. Tepat replaces senders' names and numbers in them with invented ones.",
  },
};

export const teachingTexts = textsOf({ id, en });
