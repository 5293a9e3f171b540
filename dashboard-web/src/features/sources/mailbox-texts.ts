import type { MailboxTrial, MailSignIn } from "../../base/generated/types.gen.ts";
import { textsOf } from "../../base/texts/texts-of.ts";

type Problems = Record<NonNullable<(MailboxTrial | MailSignIn)["problem"]>, string>;

const id = {
  mailbox: {
    form: "Hubungkan email",
    way: "Bagaimana Tepat menerima email bank?",
    bySignIn: "Tepat membaca kotak masuk, dengan sandi aplikasi",
    signInWith: {
      google: "Masuk dengan Google, tanpa sandi",
      microsoft: "Masuk dengan Microsoft, tanpa sandi",
    },
    signInLead:
      "Tepat membuka halaman penyedia email. Izinkan Tepat membaca email di sana, lalu Anda kembali ke sini. Tepat hanya membaca email dari bank yang datang setelah ini.",
    goSignIn: { google: "Masuk dengan Google", microsoft: "Masuk dengan Microsoft" },
    signInAgain: "Hubungkan lagi",
    signInTitle: "Menghubungkan email",
    signInRefused: "Anda belum mengizinkan Tepat, jadi email ini tidak dihubungkan.",
    backToSources: "Sumber",
    beginAgain: "Mulai lagi dari Sumber",
    passwordlessSignIn:
      "Email Microsoft tidak mengizinkan sandi aplikasi. Pilih masuk dengan Microsoft.",
    byForwarding: "Penyedia email meneruskan, tanpa sandi",
    forwardLead:
      "Anda mendapat alamat khusus di server ini. Penyedia email Anda meneruskan email bank ke sana, dan Tepat tidak perlu sandi.",
    makeAddress: "Buat alamat",
    passwordlessForward: "Email Microsoft tidak mengizinkan sandi aplikasi. Pilih penerusan.",
    forwardTo: "Teruskan email bank ke",
    forwardedAt: "Email bank terakhir",
    awaitsFirst: "Menunggu email pertama",
    gmailAsks: "Gmail meminta konfirmasi alamat ini.",
    gmailCode: "Kode untuk Gmail",
    gmailLink: "Konfirmasi di Gmail",
    forwardFrom: { gmail: "Cara di Gmail", outlook: "Cara di Outlook" },
    forwardSteps: {
      gmail: [
        "Di komputer buka Gmail, Setelan, Lihat semua setelan, lalu Penerusan dan POP/IMAP.",
        "Pilih Tambahkan alamat penerusan, lalu tempel alamat di atas.",
        "Gmail mengirim kode ke sini. Tunggu sampai kode itu muncul di halaman ini, lalu masukkan di Gmail.",
        "Buka Filter dan Alamat yang Diblokir, buat filter baru dengan alamat pengirim bank di kolom Dari, lalu centang Teruskan ke alamat ini.",
      ],
      outlook: [
        "Buka outlook.com, Pengaturan, Email, lalu Aturan.",
        "Tambahkan aturan: pengirimnya alamat bank Anda, tindakannya Alihkan ke alamat di atas.",
        "Simpan. Jangan pakai Teruskan, karena cara itu menghapus tanda tangan bank.",
      ],
    },
    forwardingEndHint:
      "Alamat penerusan ini berhenti menerima email. Hapus juga penerusannya di penyedia email Anda. Transfer yang sudah tercatat tetap ada.",
    lead: "Tepat hanya membaca email dari bank yang datang setelah ini. Email lain tidak dibuka.",
    address: "Alamat email",
    next: "Lanjut",
    addressHint: "Alamat yang terdaftar di bank Anda.",
    host: "Server IMAP",
    hostHint: "Nama server dari penyedia email Anda, misalnya imap.toko.com.",
    password: "Sandi aplikasi",
    passwordHint: "Bukan kata sandi email Anda, melainkan sandi khusus untuk Tepat.",
    passwordLink: "Buat sandi aplikasi",
    passwordless:
      "Email Microsoft tidak mengizinkan sandi aplikasi. Daftarkan alamat lain di bank Anda, misalnya alamat Gmail.",
    accounts: "Email ini menerima email bank untuk",
    notReadable: "Tepat belum bisa memeriksa email bank ini.",
    noneReadable:
      "Tepat belum bisa memeriksa email dari bank rekening Anda. Pilih cara lain: HP Android atau rekening koran.",
    tickOne: "Centang rekening yang emailnya datang ke alamat ini.",
    teachFirst:
      "Setelah email pertama bank ini datang, Anda mengajarkan kalimatnya. Sebelum itu Tepat tidak mencatat email bank ini.",
    connect: "Hubungkan",
    noAccount: "Tambahkan dulu rekening Anda, lalu hubungkan emailnya.",
    answered: (words: string) => `Respons server email: ${words}`,
    isWell: "Aktif",
    isUnwell: "Bermasalah",
    isPaused: "Dijeda",
    forwardingStopped:
      "HP melaporkan transfer, tetapi email bank tidak datang lagi. Periksa penerusan di penyedia email Anda dan pemberitahuan email di bank.",
    emailsStopped:
      "HP melaporkan transfer, tetapi email bank tidak datang lagi. Periksa pemberitahuan email di bank dan folder tujuan emailnya.",
    readAt: "Terakhir dibaca",
    watches: "Rekening",
    noMails: "Belum ada email dari bank sejak alamat ini dihubungkan.",
    pause: "Jeda",
    resume: "Lanjutkan",
    newPassword: "Ganti sandi",
    folder: "Folder",
    otherFolder: "Ganti folder",
    chooseFolder: "Pilih folder ini",
    folderHint:
      "Tepat membaca email bank yang masuk ke folder ini setelah dipilih. Di Gmail, label juga folder.",
    disconnect: "Putuskan",
    disconnectTitle: (address: string) => `Putuskan ${address}?`,
    disconnectHint:
      "Tepat berhenti membaca email ini dan menghapus sandinya. Transfer yang sudah tercatat tetap ada.",
    signInEndHint:
      "Tepat berhenti membaca email ini dan menghapus izinnya. Di akun Google atau Microsoft Anda izin itu masih tercantum: hapus Tepat di sana juga. Transfer yang sudah tercatat tetap ada.",
    original: "Unduh aslinya",
    wasTransfer: "Ini uang masuk",
    recorded: (amount: string) => `Tercatat: ${amount}`,
    waiting: "Menunggu: tanda tangan bank belum bisa diperiksa. Tepat memeriksanya lagi.",
    untrusted: "Tidak dipercaya:",
    unread: {
      other_account: "Tidak dicatat: email ini tentang rekening yang tidak dipilih di sini.",
      not_a_notification: "Tidak dicatat: email ini bukan pemberitahuan transfer.",
      ambiguous: "Tidak dicatat: email ini bisa dibaca dengan dua cara. Periksa di aplikasi bank.",
      doubtful:
        "Tidak dicatat: isi email ini tidak cocok dengan transfer. Periksa di aplikasi bank.",
    } as Readonly<Record<string, string>>,
    unreadOtherwise: "Tidak dicatat: Tepat belum mengenal email bank ini.",
    refusals: {
      not_signed: "bank tidak menandatangani email ini. Mungkin palsu, atau diteruskan orang.",
      other_signer: "bank tidak menandatangani email ini. Mungkin palsu, atau diteruskan orang.",
      changed_body: "isinya bukan yang ditandatangani bank.",
      changed_header: "isinya bukan yang ditandatangani bank.",
      other_recipient: "email ini ditujukan kepada alamat lain.",
      too_large: "email ini terlalu besar untuk pemberitahuan bank.",
      dns_away: "tanda tangan bank tidak bisa diperiksa selama sehari.",
    } as Readonly<Record<string, string>>,
    refusedOtherwise: "tanda tangan bank pada email ini tidak sah.",
    unreachable:
      "Tepat tidak bisa tersambung ke server email. Periksa koneksi internet komputer yang menjalankan Tepat, lalu coba lagi.",
    problems: {
      login_refused:
        "Server email menolak alamat atau sandinya. Buat sandi aplikasi baru, lalu ganti sandinya di sini. Tepat tidak mencoba lagi sebelum itu.",
      access_ended:
        "Penyedia email tidak mengizinkan Tepat membaca email ini. Hubungkan lagi, dan masuk dengan alamat ini.",
      sign_in_unavailable:
        "Server ini belum diatur untuk masuk ke penyedia email ini. Minta pemilik server memeriksanya.",
      other_address:
        "Masuk ke penyedia email hanya bisa dari alamat publik Tepat. Buka dasbor di alamat itu, lalu hubungkan emailnya.",
      sign_in_ended:
        "Waktu masuk sudah habis, atau dimulai di browser lain. Mulai lagi dari halaman Sumber.",
      no_folder: "Folder ini tidak ada lagi di server email. Pilih folder lain.",
      destination_not_allowed:
        "Tepat tidak dapat memakai server email ini. Periksa nama servernya.",
      dns_error: "Tidak ada server dengan nama itu. Periksa nama server IMAP.",
      connection_refused: "Server itu menolak sambungan. Periksa nama server IMAP.",
      certificate_refused: "Sertifikat server email tidak sah. Periksa nama server IMAP.",
      tls_error: "Sambungan aman ke server email gagal. Periksa nama server IMAP.",
      timeout: "Server email tidak menjawab. Tepat mencoba lagi.",
      connection_failed: "Sambungan ke server email terputus. Tepat mencoba lagi.",
      already_connected: "Alamat ini sudah terhubung. Isi alamat lain.",
      too_many_mailboxes: "Sudah ada lima email yang terhubung. Putuskan satu dulu.",
      unread_bank:
        "Tepat belum bisa memeriksa email dari salah satu bank yang dipilih. Pilih rekening bank lain.",
      no_forwarding:
        "Server ini tidak menerima email terusan. Pilih agar Tepat membaca kotak masuk.",
    } satisfies Problems,
  },
};

const en: typeof id = {
  mailbox: {
    form: "Connect an email address",
    way: "How should Tepat get the bank's emails?",
    bySignIn: "Tepat reads the inbox, with an app password",
    signInWith: {
      google: "I sign in with Google, without a password",
      microsoft: "I sign in with Microsoft, without a password",
    },
    signInLead:
      "Tepat opens your email provider's page. Allow Tepat to read your email there. You then return to this page. Tepat reads only bank emails that arrive from now on.",
    goSignIn: { google: "Sign in with Google", microsoft: "Sign in with Microsoft" },
    signInAgain: "Connect again",
    signInTitle: "Connecting your email",
    signInRefused: "You did not give Tepat access, so this email address is not connected.",
    backToSources: "Sources",
    beginAgain: "Begin again at Sources",
    passwordlessSignIn:
      "Microsoft's email accepts no app passwords. Choose “I sign in with Microsoft, without a password”.",
    byForwarding: "My email provider forwards the bank's emails, without a password",
    forwardLead:
      "Tepat gives you an address on this server, and your email provider forwards the bank's emails to that address. Tepat needs no password.",
    makeAddress: "Create address",
    passwordlessForward: "Microsoft's email accepts no app passwords. Choose forwarding.",
    forwardTo: "Forward the bank's emails to",
    forwardedAt: "Last bank email",
    awaitsFirst: "Waiting for the first email",
    gmailAsks: "Gmail asks you to confirm this address.",
    gmailCode: "Code for Gmail",
    gmailLink: "Confirm in Gmail",
    forwardFrom: { gmail: "Steps in Gmail", outlook: "Steps in Outlook" },
    forwardSteps: {
      gmail: [
        "On a computer, open Gmail, then Settings, See all settings, Forwarding and POP/IMAP.",
        "Choose Add a forwarding address, and paste the address above.",
        "Gmail sends a code to this page. Wait until the code appears here, then enter it in Gmail.",
        "Open Filters and Blocked Addresses and create a filter with the bank's address in From. Tick Forward it to, and choose the address.",
      ],
      outlook: [
        "Open outlook.com, Settings, Mail, then Rules.",
        "Add a rule with your bank's address as the sender and Redirect to the address above as the action.",
        "Do not choose Forward to, which removes the bank's signature. Save the rule.",
      ],
    },
    forwardingEndHint:
      "This address then accepts no more emails. Switch the forwarding off at your email provider too. Recorded transfers stay.",
    lead: "Tepat reads only bank emails that arrive from now on, and opens no other email.",
    address: "Email address",
    next: "Continue",
    addressHint: "The address to which your bank sends emails.",
    host: "IMAP server",
    hostHint: "Your email provider's server, for example imap.shop.com.",
    password: "App password",
    passwordHint: "A separate password for Tepat, not your email password.",
    passwordLink: "Create an app password",
    passwordless:
      "Microsoft's email accepts no app passwords. Give your bank another address, for example at Gmail.",
    accounts: "This address gets bank emails about",
    notReadable: "Tepat cannot check this bank's emails yet.",
    noneReadable:
      "Tepat cannot check the emails of your banks yet. Choose another way: an Android phone or bank statements.",
    tickOne: "Tick the accounts whose bank emails arrive at this address.",
    teachFirst:
      "After this bank's first email, you teach Tepat the wording. Until then, Tepat records no transfers from this bank's emails.",
    connect: "Connect",
    noAccount: "Add your account first, then connect its email.",
    answered: (words: string) => `The server responded: ${words}`,
    isWell: "Active",
    isUnwell: "Not working",
    isPaused: "Paused",
    forwardingStopped:
      "A phone reports transfers, but bank emails no longer arrive. Check the forwarding at your email provider and the email notices at your bank.",
    emailsStopped:
      "A phone reports transfers, but bank emails no longer arrive. Check the email notices at your bank and the folder to which they go.",
    readAt: "Last read",
    watches: "Accounts",
    noMails: "No bank email has arrived since you connected this address.",
    pause: "Pause",
    resume: "Resume",
    newPassword: "Change password",
    folder: "Folder",
    otherFolder: "Change folder",
    chooseFolder: "Use this folder",
    folderHint:
      "Tepat reads bank emails that arrive in this folder after you choose it. A label in Gmail is a folder too.",
    disconnect: "Disconnect",
    disconnectTitle: (address: string) => `Disconnect ${address}?`,
    disconnectHint:
      "Tepat stops reading this mailbox and deletes its password. Recorded transfers stay.",
    signInEndHint:
      "Tepat stops reading this mailbox and deletes the saved permission. Your Google or Microsoft account still lists Tepat: remove Tepat there too. Recorded transfers stay.",
    original: "Download original",
    wasTransfer: "This was a transfer",
    recorded: (amount: string) => `Recorded: ${amount}`,
    waiting: "Waiting. Tepat cannot check the bank's signature yet and will try again.",
    untrusted: "Not trusted:",
    unread: {
      other_account: "Not recorded: this email is about an account that is not chosen here.",
      not_a_notification: "Not recorded: this email reports no transfer.",
      ambiguous: "Not recorded: this email can be read in two ways. Check your bank's app.",
      doubtful: "Not recorded: this email does not look like a transfer. Check your bank's app.",
    },
    unreadOtherwise: "Not recorded: Tepat cannot read this kind of bank email yet.",
    refusals: {
      not_signed: "the bank did not sign this email. It might be forged or forwarded.",
      other_signer: "the bank did not sign this email. It might be forged or forwarded.",
      changed_body: "the bank signed a different text.",
      changed_header: "the bank signed a different text.",
      other_recipient: "this email was sent to another address.",
      too_large: "this email is too large to be from a bank.",
      dns_away: "the bank's signature could not be checked for a day.",
    },
    refusedOtherwise: "the bank's signature on this email is not valid.",
    unreachable:
      "Tepat cannot connect to the mail server. Check the internet connection of the computer that runs Tepat, then try again.",
    problems: {
      login_refused:
        "The mail server refused the address or the password. Create a new app password, then change the password here. Until then, Tepat does not try again.",
      access_ended:
        "Your email provider does not let Tepat read this mailbox. Connect it again, and sign in with this address.",
      sign_in_unavailable:
        "This server is not set up for sign-in with this email provider. Ask the server's owner to set it up.",
      other_address:
        "You can sign in at your email provider only from Tepat's public address. Open the dashboard at that address, then connect the mailbox.",
      sign_in_ended:
        "The sign-in took too long or began in another browser. Begin again on the Sources page.",
      no_folder: "The mail server does not have this folder. Choose another folder.",
      destination_not_allowed: "Tepat cannot use this mail server. Check the server's name.",
      dns_error: "No server has that name. Check the name of the IMAP server.",
      connection_refused: "The server refused the connection. Check the name of the IMAP server.",
      certificate_refused:
        "The mail server's certificate is not valid. Check the name of the IMAP server.",
      tls_error:
        "The secure connection to the mail server failed. Check the name of the IMAP server.",
      timeout: "The mail server does not respond. Tepat keeps trying.",
      connection_failed: "The connection to the mail server was interrupted. Tepat keeps trying.",
      already_connected: "This address is already connected. Enter another address.",
      too_many_mailboxes: "Five mailboxes are already connected. Disconnect one first.",
      unread_bank:
        "Tepat cannot check the emails of one of the chosen banks yet. Choose accounts of other banks.",
      no_forwarding:
        "This server does not receive forwarded emails. Let Tepat read the inbox instead.",
    },
  },
};

export const mailboxTexts = textsOf({ id, en });
