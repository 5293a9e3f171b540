import type {
  DeviceHealth,
  DeviceProblem,
  DeviceStatus,
  ListedDevice,
  ReportRefusal,
} from "../../base/generated/types.gen.ts";
import { textsOf } from "../../base/texts/texts-of.ts";

const minutesLocked = (gap: ListedDevice["restart_gap"]): number | string =>
  gap ? Math.round((Date.parse(gap.heard_again_at) - Date.parse(gap.restarted_at)) / 60_000) : "–";

/** The names in the steps: the bank's app as its owner knows it, and the imported task. */
interface ForwarderNames {
  bankApp: string;
  task: string;
}

/** The steps for each forwarder app. docs/forwarders.md explains them. */
const forwarderSteps: Record<
  "id" | "en",
  (names: ForwarderNames) => Readonly<Record<string, readonly string[]>>
> = {
  id: ({ bankApp, task }) => ({
    macrodroid: [
      "Pasang MacroDroid dari Play Store di HP itu, dan izinkan membaca notifikasi.",
      "Unduh makro di atas di HP itu, buka berkasnya dengan MacroDroid, lalu simpan.",
      "Matikan penghemat baterai untuk MacroDroid.",
    ],
    tasker: [
      "Pasang Tasker dari Play Store di HP itu, dan izinkan membaca notifikasi.",
      "Unduh tugas di atas di HP itu. Di Tasker tekan lama tab Tasks, ketuk Import Task, lalu pilih berkasnya.",
      `Buat profil: Event, UI, Notification. Di Owner Application pilih ${bankApp}, lalu pilih tugas “${task}”.`,
      "Matikan penghemat baterai untuk Tasker.",
    ],
    shortcuts: [
      "Simpan nomor pengirim SMS bank sebagai kontak di iPhone itu.",
      "Buka Pintasan → Otomatisasi → + → Pesan. Pilih kontak itu sebagai pengirim, dan Jalankan Segera.",
      "Ketuk Otomatisasi Kosong Baru, lalu tambahkan tindakan Dapatkan Konten URL dengan alamat di atas.",
      "Buka rincian tindakan itu. Metode: POST. Isi permintaan: JSON.",
      "Tambahkan dua bidang teks: package dengan nilai di atas, dan text dengan variabel Masukan Pintasan.",
      "Ketuk Selesai. Setelah SMS pertama tiba, buka Uang masuk, Transfer, di dasbor dan ajarkan kalimatnya.",
    ],
    smsforwarder: [
      'Buat pengirim Webhook dengan alamat ini: POST, templat JSON di atas dan tanpa kolom lain, kata kunci berhasil "success":true.',
      "Matikan penyaring duplikat, dan atur percobaan ulang menjadi 5 atau lebih.",
    ],
    notificationforwarder: [
      "JSON bawaannya sudah sesuai: isikan alamat ini saja.",
      "Kosongkan daftar notifikasi terkirim sesekali.",
    ],
    other: ["JSON bawaannya sudah sesuai: isikan alamat ini saja."],
  }),
  en: ({ bankApp, task }) => ({
    macrodroid: [
      "Install MacroDroid from the Play Store on that phone, and let it read notifications.",
      "Download the macro above on that phone, open the file with MacroDroid, then save it.",
      "Switch battery optimisation off for MacroDroid.",
    ],
    tasker: [
      "Install Tasker from the Play Store on that phone, and let it read notifications.",
      "Download the task above on that phone. In Tasker, press and hold the Tasks tab, tap Import Task, then choose the file.",
      `Create a profile: Event, UI, Notification. Choose ${bankApp} as Owner Application, then choose the task “${task}”.`,
      "Switch battery optimisation off for Tasker.",
    ],
    shortcuts: [
      "Save the sender of the bank's SMS as a contact on that iPhone.",
      "Open Shortcuts → Automation → + → Message. Choose that contact as the sender, and Run Immediately.",
      "Tap New Blank Automation, then add the Get Contents of URL action with the address above.",
      "Open the details of that action. Method: POST. Request body: JSON.",
      "Add two text fields: package with the value above, and text with the Shortcut Input variable.",
      "Tap Done. When the SMS of the first payment arrives, confirm the payment under Transfers, then teach Tepat the wording.",
    ],
    smsforwarder: [
      'Create a Webhook sender with this address: POST, the JSON template above and no other fields, success keyword "success":true.',
      "Switch the duplicate filter off, and set retries to 5 or more.",
    ],
    notificationforwarder: [
      "The app's default JSON works. Enter this address only.",
      "Clear the app's list of sent notifications from time to time.",
    ],
    other: ["The app's default JSON works. Enter this address only."],
  }),
};

const stepsOf = (steps: Readonly<Record<string, readonly string[]>>, preset: string) =>
  steps[preset] ?? steps["other"] ?? [];

/** The reasons why a report was refused, in the form that follows "because". */
const refusals: Readonly<Record<"id" | "en", Record<ReportRefusal, string>>> = {
  id: {
    unreadable: "aplikasi mengirim teks notifikasi tanpa menyandikannya",
    invalid_fields: "ada isian yang kurang, tidak dikenal, atau salah",
    too_large: "terlalu besar",
    compressed: "dikirim terkompresi",
  },
  en: {
    unreadable: "the app sent the notification's text without encoding it",
    invalid_fields: "a field was missing, unknown or wrong",
    too_large: "it was too large",
    compressed: "it was compressed",
  },
};

const id = {
  devices: {
    hint: "Tepat mengetahui uang masuk dari HP, email, atau rekening koran.",
    pair: "Tambah sumber",
    none: "Belum ada sumber",
    noneHint:
      "Tambahkan HP yang menerima notifikasi bank, atau email dari bank, agar transfer dicocokkan otomatis. Anda juga dapat mengunggah rekening koran dan mencocokkan transfernya sendiri.",
    appSteps: {
      cable: [
        "Dengan Chrome atau Edge di komputer, tombol di bawah ini memasang, menyiapkan, dan menghubungkan aplikasinya.",
        "Dengan browser lain, pasang aplikasi Tepat seperti di panduan. Lalu arahkan kamera HP ke kode ini, buka alamatnya, dan ketuk “Hubungkan dengan aplikasi”.",
        "Bandingkan kode penyandingan di kedua layar, lalu setujui.",
      ],
      download: [
        "Arahkan kamera HP Android yang menerima notifikasi bank ke kode ini, lalu buka alamatnya.",
        "Unduh dan pasang aplikasi Tepat di halaman itu. Jika Android menolaknya, halaman itu menjelaskan cara mengizinkannya setelah 24 jam.",
        "Ketuk “Hubungkan dengan aplikasi” di halaman itu. Jika sudah lewat sepuluh menit, tampilkan kode baru di sini.",
        "Bandingkan kode penyandingan di kedua layar, lalu setujui.",
      ],
    },
    byCable: "Siapkan dengan komputer ini",
    byHand: "Ketik kode sendiri",
    server: "Alamat Tepat",
    code: "Kode",
    link: "Tautan, untuk dibuka di HP itu sendiri",
    forwarderHint:
      "Buka dasbor ini di HP itu sendiri, agar alamatnya yang panjang dapat disalin di sana.",
    forwarderApp: "Aplikasi",
    forwarderMake: "Buat alamatnya",
    forwarderAddress: (app: string) => `Alamat untuk ${app}`,
    forwarderTemplate: "Salin ini ke aplikasi",
    bankApp: "Bank yang notifikasinya diteruskan",
    fileFor: { macrodroid: "Unduh makro", tasker: "Unduh tugas" } as Readonly<
      Record<string, string>
    >,
    fileHint:
      "Berkas ini berisi alamatnya. Unduh sebelum menutup jendela ini, dan simpan seperti kata sandi.",
    createYourself: "Buat sendiri",
    createYourselfHint: {
      macrodroid:
        "Pemicu: Notifikasi diterima, dari aplikasi bank Anda. Tindakan: Permintaan HTTP, POST, dengan alamat dan parameter kueri di atas, tanpa isi.",
      tasker:
        "Tindakan pertama: JavaScriptlet dengan teks di atas. Tindakan kedua: HTTP Request, POST, dengan alamat di atas, header Content-Type: application/json, isi %report.",
    } as Readonly<Record<string, string>>,
    forwarderSetUp: (preset: string, names: ForwarderNames) =>
      stepsOf(forwarderSteps.id(names), preset),
    forwarderGuide: "Panduan meneruskan notifikasi",
    forwarderApprove: "Setelah itu tutup jendela ini dan setujui HP-nya di daftar.",
    offerEnded: "Kode ini sudah dipakai atau sudah kedaluwarsa. Tutup jendela ini dan buka lagi.",
    unreachable: (server: string) =>
      `HP tidak dapat mencapai ${server}: alamat itu hanya berlaku di komputer ini.`,
    changeAddress: "Beri server alamat yang terbuka di HP",
    askAddress: "Minta pemilik server memberinya alamat yang terbuka di HP.",
    qrLabel: "Kode QR untuk menghubungkan HP",
    version: "Versi aplikasi",
    offerEnds: "Kode berlaku sepuluh menit, untuk satu HP.",
    arrived: (name: string) =>
      `${name} sudah terdaftar. Tutup jendela ini, lalu setujui. Jika HP menampilkan kode, bandingkan dulu.`,
    waits:
      "Menunggu persetujuan. Setujui hanya jika Anda sendiri yang menambahkannya. Jika HP memakai aplikasi Tepat, kodenya harus sama:",
    waitsAgain:
      "HP ini meminta disambungkan ulang. Sambungan lama tetap aktif sampai Anda menyetujuinya. Setujui hanya jika Anda sendiri yang menyambungkan ulang HP ini dan kodenya sama:",
    approve: "Setujui",
    approveTitle: (name: string) => `Setujui ${name}?`,
    compare:
      "Anda sendiri yang menambahkan sumber ini? Aplikasi Tepat menampilkan kode ini. Jika kodenya lain, jangan setujui.",
    rename: "Ganti nama",
    name: "Nama",
    revokeTitle: (name: string) => `Cabut ${name}?`,
    revokeHint:
      "Laporannya langsung ditolak, dan transfer yang dilihatnya tidak lagi dicocokkan. Untuk memakai HP ini lagi, daftarkan dan setujui lagi.",
    lastSeen: "Terakhir terlihat",
    model: "Model",
    battery: "Baterai",
    queue: "Menunggu dikirim",
    statuses: {
      PENDING: "Menunggu persetujuan",
      ACTIVE: "Aktif",
      REVOKED: "Dicabut",
    } as Record<DeviceStatus, string>,
    unheard: "Belum ada kabar",
    simulated: "Simulasi, tidak dihitung",
    health: { ok: "Sehat", warning: "Perlu diperiksa", offline: "Tidak tersambung" } as Record<
      DeviceHealth,
      string
    >,
    problems: {
      silent: "Tidak ada kabar.",
      listener_error: "Notifikasi tidak terbaca.",
      hidden_texts: "Android menyembunyikan isi notifikasi.",
      refused_reports: "Laporan ditolak.",
      sequence_gap: "Ada laporan yang tidak sampai.",
      growing_queue: "Laporan menumpuk.",
      damaged_queue: "Antrean di HP rusak.",
      restart_gap: "HP terkunci setelah dimulai ulang.",
      low_battery: "Baterai lemah.",
    } as Record<DeviceProblem, string>,
    remedies: {
      silent: () =>
        "Periksa apakah HP menyala dan tersambung, dan apakah aplikasi Tepat berjalan. Setelah HP dimulai ulang, buka kuncinya sekali: sebelum itu tidak ada notifikasi yang terbaca. Matikan penghematan baterai untuk aplikasi Tepat.",
      sequence_gap: () => "Bandingkan transfer dengan rekening koran di sekitar waktu itu.",
      low_battery: () => "Sambungkan pengisi daya.",
      damaged_queue: () =>
        "Aplikasi Tepat menyimpan berkas yang rusak dan mengirim laporan yang masih terbaca. Sebagian bisa hilang. Bandingkan transfer dengan rekening koran sebelum waktu ini:",
      restart_gap: ({ restart_gap }) =>
        `HP tidak membaca notifikasi selama ${minutesLocked(restart_gap)} menit, sampai kuncinya dibuka. Buka kunci HP segera setelah dimulai ulang, dan bandingkan transfer dengan rekening koran sejak waktu ini:`,
      listener_error: ({ listener_error }) =>
        `Izinkan aplikasi Tepat membaca notifikasi. HP melaporkan: ${listener_error ?? "–"}`,
      hidden_texts: () =>
        "Android 15 ke atas menyembunyikan teks yang dianggap sensitif. Matikan Setelan → Notifikasi → Notifikasi yang disempurnakan. Setelah itu jalankan uji mandiri di aplikasi Tepat.",
      refused_reports: ({ refused_reports }) =>
        `${refused_reports?.count ?? "Beberapa"} laporan ditolak, jadi transfernya tidak terlihat. Yang terakhir ditolak karena ${refusals.id[refused_reports?.reason ?? "unreadable"]}. Atur aplikasi yang meneruskannya sesuai panduan, dan bandingkan transfer dengan rekening koran sejak waktu ini:`,
      growing_queue: ({ queue_length }) =>
        `${queue_length ?? "Banyak"} notifikasi menunggu di HP. Aplikasi Tepat menunjukkan sebabnya. Jika tidak berkurang, hubungi pemilik server.`,
    } as Record<DeviceProblem, (device: ListedDevice) => string>,
  },
};

const en: typeof id = {
  devices: {
    hint: "Tepat learns of incoming money from a phone, a mailbox or a bank statement.",
    pair: "Add a source",
    none: "No sources yet",
    noneHint:
      "Add the phone that gets your bank's notifications, or the mailbox that gets your bank's emails. Tepat then matches transfers automatically. You can also upload bank statements and match their transfers yourself.",
    appSteps: {
      cable: [
        "In Chrome or Edge on a computer, the button below installs the app, sets it up and connects it.",
        "In another browser, install the Tepat app as the guide says. Then scan this code with the phone's camera, open the address, and tap “Connect with the app”.",
        "Compare the pairing code on both screens, then approve.",
      ],
      download: [
        "On the Android phone that gets the bank's notifications, scan this code with the camera, then open the address.",
        "Download and install the Tepat app on that page. If Android refuses the app, the page says how to allow it after 24 hours.",
        "Tap “Connect with the app” on that page. If ten minutes have passed, show a new code here.",
        "Compare the pairing code on both screens, then approve.",
      ],
    },
    byCable: "Set up with this computer",
    byHand: "Enter the code manually",
    server: "Tepat's address",
    code: "Code",
    link: "Link to open on that phone",
    forwarderHint:
      "Open this dashboard on that phone, so that you can copy the long address there.",
    forwarderApp: "App",
    forwarderMake: "Create address",
    forwarderAddress: (app) => `Address for ${app}`,
    forwarderTemplate: "Copy this into the app",
    bankApp: "Bank whose notifications are forwarded",
    fileFor: { macrodroid: "Download macro", tasker: "Download task" },
    fileHint:
      "This file contains the address. Download it before you close this window, and treat it like a password.",
    createYourself: "Create it yourself",
    createYourselfHint: {
      macrodroid:
        "Trigger: Notification received, from your bank's app. Action: HTTP Request, POST, with the address and the query parameters above, without a body.",
      tasker:
        "First action: JavaScriptlet, with the text above. Second action: HTTP Request, POST, with the address above, header Content-Type: application/json, body %report.",
    },
    forwarderSetUp: (preset, names) => stepsOf(forwarderSteps.en(names), preset),
    forwarderGuide: "Guide to forwarder apps",
    forwarderApprove: "Then close this window and approve the phone in the list.",
    offerEnded: "This code was used or has expired. Close this window, then open it again.",
    unreachable: (server) => `A phone cannot reach ${server}, which works on this computer only.`,
    changeAddress: "Give the server an address that opens on a phone",
    askAddress: "Ask the server's owner to set an address that opens on a phone.",
    qrLabel: "QR code that connects a phone",
    version: "App version",
    offerEnds: "The code is valid for ten minutes and for one phone.",
    arrived: (name) =>
      `${name} has registered. Close this window, then approve the phone. If it shows a code, compare the codes first.`,
    waits:
      "Waiting for approval. Approve it only if you added it yourself. If the phone has the Tepat app, the code must be the same:",
    waitsAgain:
      "This phone asks to reconnect. The previous connection keeps working until you approve the new one. Approve only if you reconnected the phone yourself and it shows the same code:",
    approve: "Approve",
    approveTitle: (name) => `Approve ${name}?`,
    compare:
      "Did you add this source yourself? The Tepat app shows this code. If the codes differ, do not approve.",
    rename: "Rename",
    name: "Name",
    revokeTitle: (name) => `Revoke ${name}?`,
    revokeHint:
      "Tepat stops accepting this phone's reports at once and no longer matches its transfers. To use the phone again, register and approve it again.",
    lastSeen: "Last seen",
    model: "Model",
    battery: "Battery",
    queue: "Waiting to be sent",
    statuses: { PENDING: "Waiting for approval", ACTIVE: "Active", REVOKED: "Revoked" },
    unheard: "No report yet",
    simulated: "Simulated, not counted",
    health: { ok: "Healthy", warning: "Needs attention", offline: "Offline" },
    problems: {
      silent: "The phone is silent.",
      listener_error: "The phone cannot read notifications.",
      hidden_texts: "Android hides the text of notifications.",
      refused_reports: "Tepat refused some reports.",
      sequence_gap: "Some reports did not arrive.",
      growing_queue: "Too many reports are waiting.",
      damaged_queue: "The phone's queue was damaged.",
      restart_gap: "The phone was locked after a restart.",
      low_battery: "The battery is low.",
    },
    remedies: {
      silent: () =>
        "Check that the phone is on and online, and that the Tepat app is running. After a restart, unlock the phone. Until then, the phone reads no notifications. Switch battery optimisation off for the Tepat app.",
      sequence_gap: () => "Compare your bank statement with the transfers around this time:",
      low_battery: () => "Connect the charger.",
      damaged_queue: () =>
        "The Tepat app kept the damaged file and sends the reports that it could still read. Some reports might be lost. Compare your bank statement with the transfers before:",
      restart_gap: ({ restart_gap }) =>
        `The phone read no notifications for ${minutesLocked(restart_gap)} min, until a person unlocked it. Unlock the phone right after a restart, and compare your bank statement with the transfers since:`,
      listener_error: ({ listener_error }) =>
        `Allow the Tepat app to read notifications. The phone reports: ${listener_error ?? "–"}`,
      hidden_texts: () =>
        "Android 15 and later can hide texts that look sensitive. Switch off Settings → Notifications → Enhanced notifications. Then run the self-test of the Tepat app.",
      refused_reports: ({ refused_reports }) =>
        `${refused_reports?.count ?? "Some"} ${refused_reports?.count === 1 ? "report was" : "reports were"} refused, so Tepat did not see the transfers. The last was refused because ${refusals.en[refused_reports?.reason ?? "unreadable"]}. Set up the forwarder app as its guide says, and compare your bank statement with the transfers since:`,
      growing_queue: ({ queue_length }) =>
        `${queue_length ?? "Many"} notifications are waiting on the phone. The Tepat app shows the reason. If the number does not fall, contact the server's owner.`,
    },
  },
};

export const sourcesTexts = textsOf({ id, en });
