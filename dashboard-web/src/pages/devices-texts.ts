import type {
  DeviceHealth,
  DeviceProblem,
  DeviceStatus,
  ListedDevice,
} from "../generated/types.gen.ts";

const id = {
  devices: {
    hint: "Ponsel dengan aplikasi bank memberi tahu Tepat saat uang masuk.",
    pair: "Hubungkan ponsel",
    none: "Belum ada ponsel",
    noneHint:
      "Hubungkan ponsel yang menerima notifikasi bank Anda, agar transfer dicocokkan otomatis.",
    stepInstall:
      "Di ponsel Android yang menerima notifikasi bank, pasang Termux dan Termux:API dari F-Droid, lalu jalankan di Termux:",
    stepScan:
      "Pindai kode ini di ponsel itu dengan pemindai QR apa pun, lalu tempel teksnya di Termux.",
    unreachable: (server: string) =>
      `Ponsel tidak dapat mencapai ${server}: alamat itu hanya berlaku di komputer ini. Operator mengisi PUBLIC_URL dengan alamat yang dapat dibuka dari ponsel.`,
    stepApprove: "Bandingkan kode pemasangan di kedua layar, lalu setujui.",
    qrLabel: "Kode QR untuk menghubungkan ponsel",
    command: "Jalankan ini di ponsel",
    offerEnds: "Kode berlaku sepuluh menit, untuk satu ponsel.",
    arrived: (name: string) =>
      `${name} sudah terdaftar. Tutup ini, lalu bandingkan kodenya dan setujui.`,
    stepRun:
      "Di ponsel itu, izinkan Termux:API membaca notifikasi (Pengaturan Android, Akses khusus, Akses notifikasi), lalu jalankan di Termux:",
    waits: "Menunggu persetujuan. Setujui hanya bila ponsel menampilkan kode yang sama:",
    waitsAgain:
      "Ponsel ini minta disambungkan ulang. Sampai Anda setujui, sambungan yang lama tetap berjalan. Setujui hanya bila Anda sendiri yang melakukannya dan ponsel menampilkan kode yang sama:",
    approve: "Setujui",
    approveTitle: (name: string) => `Setujui ${name}?`,
    compare: "Apakah ponsel menampilkan kode ini? Bila lain, jangan setujui.",
    rename: "Ganti nama",
    name: "Nama",
    revoke: "Cabut",
    revokeTitle: (name: string) => `Cabut ${name}?`,
    revokeHint:
      "Laporannya langsung ditolak, dan transfer yang dilihatnya tidak lagi dicocokkan. Untuk kembali, ponsel mendaftar dan disetujui lagi.",
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
    health: { ok: "Sehat", warning: "Perlu diperiksa", offline: "Tidak tersambung" } as Record<
      DeviceHealth,
      string
    >,
    problems: {
      silent: "Tidak ada kabar.",
      listener_error: "Notifikasi tidak terbaca.",
      hidden_texts: "Android menyembunyikan teks.",
      sequence_gap: "Ada laporan yang tidak sampai.",
      growing_queue: "Laporan menumpuk.",
      low_battery: "Baterai lemah.",
    } as Record<DeviceProblem, string>,
    remedies: {
      silent: () =>
        "Periksa apakah ponsel menyala, tersambung, dan menjalankan tepat-worker. Matikan penghematan baterai untuk Termux dan Termux:API.",
      sequence_gap: () => "Bandingkan mutasi dengan rekening koran di sekitar waktu itu.",
      low_battery: () => "Sambungkan pengisi daya.",
      listener_error: ({ listener_error }) =>
        `Izinkan Termux:API membaca notifikasi, lalu jalankan tepat-worker lagi. Ponsel melaporkan: ${listener_error ?? "–"}`,
      hidden_texts: () =>
        "Android 15 ke atas menyembunyikan teks yang dianggap sensitif. Izinkan aplikasi yang membacanya: adb shell appops set com.termux.api RECEIVE_SENSITIVE_NOTIFICATIONS allow (atau paket aplikasi penerus Anda). Atau matikan Pengaturan → Notifikasi → Notifikasi yang ditingkatkan. Setelah itu jalankan tepat-worker self-test.",
      growing_queue: ({ queue_length }) =>
        `${queue_length ?? "Banyak"} notifikasi menunggu di ponsel. Log tepat-worker menunjukkan jawaban server; npx tepat doctor memeriksa servernya.`,
    } as Record<DeviceProblem, (device: ListedDevice) => string>,
  },
};

const en: typeof id = {
  devices: {
    hint: "A phone with the bank's app tells Tepat when money arrives.",
    pair: "Connect a phone",
    none: "No phone yet",
    noneHint:
      "Connect the phone that gets your bank's notifications, so that transfers are matched automatically.",
    stepInstall:
      "On the Android phone that gets the bank's notifications, install Termux and Termux:API from F-Droid, and run in Termux:",
    stepScan: "Scan this code on that phone with any QR scanner, and paste its text into Termux.",
    unreachable: (server) =>
      `A phone cannot reach ${server}: that address is good on this computer only. The operator sets PUBLIC_URL to one that opens on the phone.`,
    stepApprove: "Compare the pairing code on both screens, then approve.",
    qrLabel: "QR code that connects a phone",
    command: "Run this on the phone",
    offerEnds: "The code is good for ten minutes, for one phone.",
    arrived: (name) => `${name} has registered. Close this, then compare the codes and approve.`,
    stepRun:
      "On that phone, let Termux:API read notifications (Android settings, Special access, Notification access), and run in Termux:",
    waits: "Waits for approval. Approve it only if the phone shows the same code:",
    waitsAgain:
      "This phone wants to be connected anew. It goes on reporting as before until you approve that; approve it only if you did this yourself and the phone shows the same code:",
    approve: "Approve",
    approveTitle: (name) => `Approve ${name}?`,
    compare: "Does the phone show this code? If it shows another, do not approve.",
    rename: "Rename",
    name: "Name",
    revoke: "Revoke",
    revokeTitle: (name) => `Revoke ${name}?`,
    revokeHint:
      "Its reports are refused at once, and transfers that it sees are no longer matched. To come back it registers and is approved again.",
    lastSeen: "Last seen",
    model: "Model",
    battery: "Battery",
    queue: "Waiting to be sent",
    statuses: { PENDING: "Waits for approval", ACTIVE: "Active", REVOKED: "Revoked" },
    unheard: "Not heard yet",
    health: { ok: "Healthy", warning: "Needs a look", offline: "Offline" },
    problems: {
      silent: "No sign of life.",
      listener_error: "Notifications cannot be read.",
      hidden_texts: "Android hides texts.",
      sequence_gap: "Reports did not arrive.",
      growing_queue: "Reports pile up.",
      low_battery: "The battery is low.",
    },
    remedies: {
      silent: () =>
        "See whether the phone is on, has network and runs tepat-worker. Switch battery optimisation off for Termux and Termux:API.",
      sequence_gap: () => "Compare the bank's statement with the mutations around that time.",
      low_battery: () => "Plug the charger in.",
      listener_error: ({ listener_error }) =>
        `Let Termux:API read notifications, and start tepat-worker again. The phone says: ${listener_error ?? "–"}`,
      hidden_texts: () =>
        "Android 15 and later hides texts that it takes for sensitive. Allow the app that reads them to see these: adb shell appops set com.termux.api RECEIVE_SENSITIVE_NOTIFICATIONS allow (or your forwarder app's package). Or switch off Settings → Notifications → Enhanced notifications. Then run tepat-worker self-test.",
      growing_queue: ({ queue_length }) =>
        `${queue_length ?? "Many"} notifications wait on the phone. The log of tepat-worker shows what the server answers; npx tepat doctor looks at the server.`,
    },
  },
};

export const devicesTexts = { id, en };
