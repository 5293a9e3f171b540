import { textsOf } from "../../base/texts/texts-of.ts";

export interface WayTexts {
  title: string;
  lead: string;
  need: string;
  time: string;
  safety: string;
  banks: string;
}

const everyAppId = "Semua bank dan dompet yang aplikasinya memunculkan notifikasi uang masuk.";
const everyApp = "Every bank and wallet whose app shows a notification for incoming money.";

const id = {
  ways: {
    title: "Bagaimana Tepat mengetahui uang masuk?",
    question: "Aplikasi bank Anda ada di HP apa?",
    phones: {
      android: "HP Android: untuk kebanyakan toko, 10 menit",
      iphone: "iPhone: jika bank mengirim email atau SMS, 5 sampai 10 menit",
      none: "Tanpa HP: jika bank mengirim email, atau dengan rekening koran, mulai 5 menit",
    },
    others: "Cara lain",
    recommended: "Disarankan",
    needsAddress: "Perlu alamat dulu",
    worksNow: "Bisa sekarang",
    because: {
      macrodroid:
        "Disarankan karena bisa dipakai dengan semua aplikasi bank dan siap dalam 10 menit.",
      email: "Disarankan karena bank menandatangani emailnya, dan tidak ada HP yang harus menyala.",
      iphone: "Disarankan karena bank Anda belum mengirim email yang bisa diperiksa Tepat.",
      statements: "Disarankan karena bank Anda belum mengirim email yang bisa diperiksa Tepat.",
    },
    timeToTeach: (banks: string) =>
      `5 menit untuk menghubungkan emailnya. Transfer terbaca setelah Anda mengajarkan email pertama dari ${banks}.`,
    notYetFor: (banks: string) => `Belum untuk ${banks}`,
    choose: "Pilih",
    toStatements: "Buka rekening koran",
    other: "Pilih cara lain",
    noApp: "Server ini tidak menyediakan aplikasi Tepat. Semua cara ini bisa dipakai tanpanya.",
    guide: "Panduan semua cara",
    need: "Yang diperlukan",
    time: "Waktu",
    safety: "Keamanan",
    banks: "Bank",
    cards: {
      macrodroid: {
        title: "MacroDroid di HP Android",
        lead: "Aplikasi dari Play Store yang meneruskan notifikasi bank ke Tepat.",
        need: "HP Android dengan aplikasi bank Anda.",
        time: "10 menit.",
        safety: "Baik. Notifikasi yang datang saat HP tidak tersambung internet bisa hilang.",
        banks: everyAppId,
      },
      cable: {
        title: "Aplikasi Tepat, lewat kabel",
        lead: "Komputer memasang aplikasi Tepat di HP Android.",
        need: "HP Android dengan aplikasi bank Anda, komputer, dan kabel USB.",
        time: "20 menit.",
        safety:
          "Terbaik. HP menyimpan setiap notifikasi sampai Tepat menerimanya, dan melapor jika ada masalah.",
        banks: everyAppId,
      },
      download: {
        title: "Aplikasi Tepat, diunduh di HP",
        lead: "Android menolaknya sampai Anda mengizinkannya. Izin itu baru berlaku setelah sehari.",
        need: "HP Android dengan aplikasi bank Anda.",
        time: "10 menit, menunggu 24 jam, lalu 10 menit lagi.",
        safety: "Sama baiknya dengan kabel, tetapi satu perlindungan HP Anda dimatikan.",
        banks: everyAppId,
      },
      email: {
        title: "Email dari bank, tanpa HP",
        lead: "Tepat membaca email yang dikirim bank untuk setiap uang masuk.",
        need: "Alamat email yang terdaftar di bank, dan akses ke emailnya.",
        time: "5 menit.",
        safety: "Sangat baik. Hanya email dengan tanda tangan digital bank yang dihitung.",
        banks:
          "OCBC langsung. BCA, BRI, Mandiri, Jago, SeaBank, dan beberapa bank lain setelah Anda mengajarkan email pertamanya.",
      },
      iphone: {
        title: "Pintasan di iPhone",
        lead: "iPhone meneruskan SMS dari bank. iOS tidak memperlihatkan notifikasi satu aplikasi kepada aplikasi lain.",
        need: "iPhone yang menerima SMS dari bank untuk setiap transfer, dengan iOS 17 ke atas.",
        time: "10 menit.",
        safety:
          "Lemah. Pengirim SMS dapat dipalsukan. Periksa pembayaran besar di aplikasi bank sebelum mengirim barang.",
        banks: "Bank yang mengirim SMS uang masuk. Kalimatnya Anda ajarkan sekali kepada Tepat.",
      },
      statements: {
        title: "Rekening koran, tanpa HP",
        lead: "Unggah berkas dari bank, lalu cocokkan transfernya dengan tagihan.",
        need: "Rekening koran berbentuk CSV atau Excel.",
        time: "5 menit setiap kali mengunggah.",
        safety:
          "Datanya dari bank sendiri. Tepat baru mengetahui transfer setelah Anda mengunggahnya.",
        banks: "BCA, Mandiri, BRI, BNI, DANA, dan bank lain yang menyediakan CSV atau Excel.",
      },
      forwarder: {
        title: "Tasker atau aplikasi lain",
        lead: "Aplikasi yang sudah Anda pakai untuk meneruskan notifikasi.",
        need: "HP Android dengan aplikasi bank Anda dan aplikasi itu.",
        time: "15 menit.",
        safety: "Tergantung aplikasinya. Tepat tidak tahu jika ada notifikasi yang hilang.",
        banks: everyAppId,
      },
    } satisfies Record<string, WayTexts>,
  },
};

const en: typeof id = {
  ways: {
    title: "How should Tepat learn of incoming money?",
    question: "Which phone has your bank's app?",
    phones: {
      android: "An Android phone: for most shops, 10 minutes",
      iphone: "An iPhone: if your bank sends emails or SMS, 5 to 10 minutes",
      none: "No phone: with your bank's emails or bank statements, from 5 minutes",
    },
    others: "Other ways",
    recommended: "Recommended",
    needsAddress: "Needs an address first",
    worksNow: "Works now",
    because: {
      macrodroid:
        "Recommended because it works with every bank's app that shows notifications, and takes 10 minutes.",
      email: "Recommended because the bank signs its emails, and no phone has to stay on.",
      iphone: "Recommended because your bank sends no emails that Tepat can check yet.",
      statements: "Recommended because your bank sends no emails that Tepat can check yet.",
    },
    timeToTeach: (banks) =>
      `5 minutes to connect the mailbox. Tepat reads transfers after you teach it the first email from ${banks}.`,
    notYetFor: (banks) => `Not for ${banks} yet`,
    choose: "Choose",
    toStatements: "Open bank statements",
    other: "Choose another way",
    noApp: "This server does not offer the Tepat app. All these ways work without it.",
    guide: "Guide to all ways",
    need: "You need",
    time: "Time",
    safety: "Safety",
    banks: "Banks",
    cards: {
      macrodroid: {
        title: "MacroDroid on an Android phone",
        lead: "An app from the Play Store that forwards your bank's notifications to Tepat.",
        need: "The Android phone with your bank's app.",
        time: "10 minutes.",
        safety: "Good. Notifications that arrive while the phone is offline can be lost.",
        banks: everyApp,
      },
      cable: {
        title: "The Tepat app, by cable",
        lead: "A computer installs the Tepat app on an Android phone.",
        need: "The Android phone with your bank's app, a computer and a USB cable.",
        time: "20 minutes.",
        safety:
          "Best. The phone keeps each notification until Tepat has it, and reports its own problems.",
        banks: everyApp,
      },
      download: {
        title: "The Tepat app, by download",
        lead: "Android refuses the app until you allow it, and your permission takes effect after a day.",
        need: "The Android phone with your bank's app.",
        time: "10 minutes, a wait of 24 hours, then another 10 minutes.",
        safety: "As good as by cable, but you switch off one of the phone's protections.",
        banks: everyApp,
      },
      email: {
        title: "Your bank's emails, without a phone",
        lead: "Tepat reads the email that your bank sends for each incoming transfer.",
        need: "The email address that your bank has for you, and access to its mailbox.",
        time: "5 minutes.",
        safety: "Very good. Only emails with the bank's own digital signature count.",
        banks:
          "OCBC immediately. BCA, BRI, Mandiri, Jago, SeaBank and some others once you teach Tepat the wording of their first email.",
      },
      iphone: {
        title: "Shortcuts on an iPhone",
        lead: "The iPhone forwards your bank's SMS. iOS does not let an app read another app's notifications.",
        need: "An iPhone with iOS 17 or later that gets an SMS from the bank for each transfer.",
        time: "10 minutes.",
        safety:
          "Weak. The sender of an SMS can be forged. Check large payments in your bank's app before you send the goods.",
        banks: "Banks that send an SMS for incoming money. You teach Tepat their wording once.",
      },
      statements: {
        title: "Bank statements, without a phone",
        lead: "Upload a file from your bank, then match its transfers to invoices.",
        need: "The bank statement as a CSV or Excel file.",
        time: "5 minutes for each upload.",
        safety:
          "The bank's own record. Tepat learns of a transfer only after you upload the statement.",
        banks: "BCA, Mandiri, BRI, BNI, DANA, and every other bank with a CSV or Excel file.",
      },
      forwarder: {
        title: "Tasker or another app",
        lead: "A notification forwarder app that you already use.",
        need: "The Android phone with your bank's app and the forwarder app.",
        time: "15 minutes.",
        safety: "Depends on the app. Tepat cannot tell whether notifications are lost.",
        banks: everyApp,
      },
    },
  },
};

export const waysTexts = textsOf({ id, en });
