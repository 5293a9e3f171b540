import { phoneSetupTexts } from "../../../../web-shared/src/phone-setup/texts.ts";
import { pageLanguage } from "../../base/page-language.ts";
import { textsOf } from "../../base/texts/texts-of.ts";

const id = {
  cable: {
    title: "Siapkan HP lewat kabel",
    hint: "Komputer ini memasang aplikasi Tepat di HP Android dan menyiapkannya.",
    back: "Sumber",
    hindrances: {
      phone:
        "Cara ini memerlukan komputer: buka halaman ini dengan Chrome atau Edge di komputer, atau pilih cara mengunduh aplikasinya di HP.",
      insecure:
        "Browser mengizinkan USB hanya pada alamat https. Buka dasbor lewat https, atau pilih cara mengunduh aplikasinya di HP.",
      browser:
        "Browser ini tidak dapat memakai USB. Buka halaman ini dengan Chrome atau Edge di komputer, atau pilih cara mengunduh aplikasinya di HP.",
    },
    otherWays: "Lihat cara lain",
    noApp: "Server ini tidak menyediakan aplikasi Tepat. Pilih cara lain.",
    before: "Sebelum mulai",
    makers: "Beberapa merek memerlukan setelan lain",
    cable: "Sambungkan HP dengan kabel yang dapat mengirim data, lalu buka kuncinya.",
    steps: "Langkah-langkah",
    only: "Halaman ini hanya melakukan langkah berikut, dan membaca merek, model, serta versi Android HP.",
    places: {
      connect: "Menyambungkan HP yang Anda pilih",
      consent: "Menunggu izin Anda di HP",
      arrival: "Menunggu HP terdaftar di Tepat",
    },
    waiting: {
      connect: "Pilih HP Anda di daftar dari browser.",
      consent: "Buka kunci HP dan ketuk Izinkan pada “Izinkan proses debug USB?”.",
      install: "Lihat layar HP: sebagian merek bertanya lebih dulu.",
      arrival: "Di HP, setujui alamat Tepat di aplikasi.",
    } as Readonly<Record<string, string>>,
    start: "Sambungkan dan siapkan",
    working: "Sedang berjalan…",
    skip: "Lewati langkah ini",
    states: { done: "selesai", running: "berjalan", failed: "gagal", skipped: "dilewati" },
    problems: {
      none_chosen:
        "Tidak ada HP yang dipilih. Jika daftarnya kosong, aktifkan proses debug USB di HP, pakai kabel yang dapat mengirim data, lalu coba lagi.",
      held: "Program atau tab lain sedang memakai HP ini. Tutup tab lain dan program yang terhubung ke HP ini, lalu coba lagi.",
      no_access:
        "Komputer ini tidak mengizinkan browser membuka HP. Di Linux, pasang android-sdk-platform-tools-common, cabut kabel dan pasang lagi, lalu coba lagi.",
      offerEnded: "Kodenya sudah kedaluwarsa sebelum HP terdaftar. Coba lagi untuk kode baru.",
      unexpected: "Halaman ini mengalami gangguan. Muat ulang halaman ini, lalu coba lagi.",
      app: "Aplikasi tidak dapat diunduh dari server. Periksa koneksi, lalu muat ulang halaman ini.",
    },
    endTitle: "Langkah terakhir",
    end: [
      "Buka daftar HP, bandingkan kodenya, lalu setujui.",
      "Di HP, jalankan uji mandiri di aplikasi Tepat.",
      "Matikan Proses debug USB di HP, dan kembalikan setelan merek yang Anda ubah. Aplikasi tetap diizinkan membaca notifikasi.",
      "Daftar HP menunjukkan jika aplikasi tidak lagi membaca notifikasi.",
    ],
    toDevices: "Buka daftar HP",
    arrived: (name: string) => `${name} sudah terdaftar.`,
  },
};

const en: typeof id = {
  cable: {
    title: "Set up a phone by cable",
    hint: "This computer installs the Tepat app on an Android phone and sets it up.",
    back: "Sources",
    hindrances: {
      phone:
        "This way needs a computer. Open this page in Chrome or Edge on a computer, or download the app on the phone.",
      insecure:
        "Browsers allow USB only at an https address. Open the dashboard over https, or download the app on the phone.",
      browser:
        "This browser cannot use USB. Open this page in Chrome or Edge on a computer, or download the app on the phone.",
    },
    otherWays: "See other ways",
    noApp: "This server does not offer the Tepat app. Choose another way.",
    before: "Before you begin",
    makers: "Some phones need another setting",
    cable: "Connect the phone with a cable that carries data, then unlock the phone.",
    steps: "Steps",
    only: "Apart from these steps, this page only reads the phone's maker, model and Android version.",
    places: {
      connect: "Connect the phone that you choose",
      consent: "Wait for your permission on the phone",
      arrival: "Wait until the phone has registered with Tepat",
    },
    waiting: {
      connect: "Choose your phone in the browser's list.",
      consent: "Unlock the phone and tap Allow on “Allow USB debugging?”.",
      install: "Look at the phone's screen. Some phones ask for permission first.",
      arrival: "On the phone, accept Tepat's address in the app.",
    },
    start: "Connect and set up",
    working: "Working…",
    skip: "Skip this step",
    states: { done: "done", running: "running", failed: "failed", skipped: "skipped" },
    problems: {
      none_chosen:
        "No phone was chosen. If the list was empty, switch on USB debugging on the phone, use a cable that carries data, then try again.",
      held: "Another program or tab uses this phone. Close other tabs and programs that use the phone, then try again.",
      no_access:
        "This computer does not let the browser open the phone. On Linux, install android-sdk-platform-tools-common, plug the phone in again, then try again.",
      offerEnded: "The code expired before the phone registered. Try again for a new code.",
      unexpected: "Something went wrong on this page. Reload the page, then try again.",
      app: "The app could not be downloaded from the server. Check the connection, then reload this page.",
    },
    endTitle: "Last steps",
    end: [
      "Open the list of phones, compare the codes, then approve.",
      "On the phone, run the self-test in the Tepat app.",
      "Switch off USB debugging on the phone, and restore the maker's settings that you changed. The app can still read notifications.",
      "If the app stops reading notifications, the list of phones shows the problem.",
    ],
    toDevices: "Open the list of phones",
    arrived: (name) => `${name} has registered.`,
  },
};

export const cableTexts = textsOf({ id, en });
export const setupTexts = phoneSetupTexts[pageLanguage];
