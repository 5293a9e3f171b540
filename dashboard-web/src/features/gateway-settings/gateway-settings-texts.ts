import type {
  MailProblem,
  PublicAddressTrial,
  TelegramTrial,
} from "../../base/generated/types.gen.ts";
import type { Reach } from "../../../../web-shared/src/reach.ts";
import { textsOf } from "../../base/texts/texts-of.ts";

const id = {
  server: {
    hint: "Berlaku untuk semua usaha di server ini, segera setelah disimpan.",
    atStart:
      "Pengaturan ini berasal dari variabel lingkungan server. Ubah di sana, lalu jalankan ulang servernya.",
    publicAddress: "Alamat publik",
    publicAddressHint:
      "Alamat yang dibuka pelanggan: dipakai di tautan pembayaran, tagihan, email, dan kode QR.",
    addressInForce: "Alamat sekarang",
    addressAtStart:
      "PUBLIC_URL mengaturnya di tempat server dijalankan. Ubah di sana, lalu jalankan ulang servernya.",
    reach: {
      computer: "Tautan hanya terbuka di komputer ini, belum di perangkat lain.",
      network: "Tautan hanya terbuka di perangkat yang memakai Wi-Fi yang sama.",
    } as Record<Reach, string>,
    publicAddressFieldHint:
      "Misalnya https://bayar.example.com: domain yang mengarah ke server ini, atau alamat dari layanan tunnel seperti Cloudflare Tunnel.",
    testAddress: "Uji alamat",
    addressWorks: (url: string) => `${url} sampai ke server ini.`,
    untrustedProxy:
      "Permintaan pelanggan datang lewat proxy, dan Tepat menghitung semua pelanggan sebagai satu. Saat ramai, sebagian dapat ditolak. Jalankan ulang Tepat dengan variabel ini. Jika proxy-nya dua berturut-turut, isi variabelnya dengan 2.",
    variable: "Variabel lingkungan",
    addressProblems: {
      dns_error:
        "Nama itu tidak ditemukan. Periksa ejaannya dan pengaturan DNS-nya. Nama baru sering baru ditemukan setelah beberapa menit.",
      timeout:
        "Alamat itu terlalu lama tidak menjawab server ini. Coba buka di HP dengan data seluler: sebagian router tidak dapat menghubungi alamatnya sendiri.",
      connection_refused:
        "Sambungan ditolak: tidak ada yang menjawab di alamat itu. Jalankan proxy atau tunnel-nya, lalu coba lagi.",
      connection_failed: "Sambungan ke alamat itu terputus. Periksa proxy atau tunnel-nya.",
      tls_error: "Sertifikat alamat itu tidak dipercaya. Periksa sertifikat di proxy-nya.",
      destination_not_allowed:
        "Server ini tidak boleh menghubungi alamat di jaringan lokal. Isi alamat yang dapat dicapai dari internet.",
      no_gateway:
        "Proxy atau tunnel menjawab, tetapi tidak dapat mencapai server ini. Periksa port tujuannya.",
      other_server:
        "Server lain yang menjawab di alamat itu. Periksa tujuan domain atau tunnel-nya.",
    } as Record<NonNullable<PublicAddressTrial["problem"]>, string>,
    removeAddress: "Hapus alamat publik",
    removeAddressHint: "Tautan baru kembali memakai alamat komputer ini.",
    localNetwork: "HP di Wi-Fi yang sama",
    listensHereOnly:
      "Sekarang Tepat hanya dapat dibuka di komputer ini. Untuk mencoba, izinkan juga HP dan komputer di Wi-Fi Anda. Tepat tidak perlu dijalankan ulang. Tepat bertanya lagi jika alamat komputer ini berubah, misalnya di Wi-Fi lain.",
    openNetwork: "Izinkan HP dan komputer di jaringan ini",
    closeNetwork: "Tutup untuk jaringan ini",
    closeNetworkHint:
      "Setelah ini Tepat hanya dapat dibuka di komputer tempat Tepat berjalan. HP dan komputer lain di Wi-Fi ini tidak dapat membukanya lagi.",
    networkWarning:
      "Hanya untuk mencoba di Wi-Fi sendiri, karena sambungannya tidak terenkripsi: orang lain di jaringan yang sama dapat membaca data yang dikirim. Siapa pun di jaringan itu dapat membuka halaman masuk, halaman pembayaran, dan panduan. Jangan mengizinkannya di server sewaan: alamat privatnya pun sering terbuka ke internet. Untuk pelanggan, pakai domain atau tunnel dengan https.",
    networkAtStart:
      "Ini diatur saat Tepat dijalankan (HOST). Minta orang yang menjalankan Tepat mengubahnya.",
    noLocalAddress:
      "Tepat tidak menemukan alamat di jaringan lokal. Sambungkan komputer ini ke Wi-Fi, lalu muat ulang halaman ini.",
    portTaken: (hosts: string) =>
      `Tepat tidak dapat dibuka di ${hosts}, karena program lain memakai port yang sama di sana. Tutup program itu, lalu muat ulang halaman ini.`,
    closedButUsed:
      "Tautan memakai alamat di Wi-Fi ini, tetapi HP belum diizinkan membukanya. Izinkan di bawah, atau ganti alamat publiknya.",
    useInLinks: "Pakai alamat ini di tautan",
    usedInLinks: "Alamat ini dipakai di tautan.",
    localQr: (url: string) => `Kode QR ${url}`,
    localAddress: "Alamat di Wi-Fi ini",
    localHint:
      "Pindai dengan HP di Wi-Fi yang sama: halaman masuk Tepat akan terbuka. Jika tidak, izinkan Tepat di firewall komputer ini.",
    email: "Email",
    emailHint: "Untuk kata sandi yang terlupa, pemberitahuan, dan tagihan kepada pelanggan.",
    provider: "Layanan email",
    gmail: "Gmail",
    otherProvider: "Layanan lain",
    host: "Server email",
    hostHint: "Misalnya smtp.example.com. Namanya ada di halaman bantuan layanan email Anda.",
    port: "Port",
    portHint: "Biasanya 587, atau 465.",
    user: "Nama pengguna di server email",
    userHint: "Sering kali sama dengan alamat emailnya. Kosongkan jika server tidak memintanya.",
    gmailPasswordHint:
      "Bukan kata sandi Google Anda, melainkan sandi aplikasi 16 huruf: buat di myaccount.google.com/apppasswords.",
    kept: "Kosongkan untuk tetap memakai yang tersimpan.",
    senderName: "Nama pengirim",
    senderAddress: "Alamat pengirim",
    test: "Kirim email percobaan",
    testing: "Mencoba…",
    sent: (address: string) =>
      `Email percobaan dikirim ke ${address}. Jika tidak ada di kotak masuk, lihat folder spam.`,
    answered: (words: string) => `Respons servernya: ${words}`,
    removeEmail: "Hapus pengaturan email",
    removeEmailHint:
      "Server ini tidak lagi mengirim email: tautan kata sandi, pemberitahuan, dan tagihan.",
    mailProblems: {
      timeout: "Server email tidak merespons tepat waktu. Periksa nama server dan portnya.",
      dns_error: "Tidak ada server dengan nama itu. Periksa nama server emailnya.",
      connection_refused: "Server itu menolak sambungan. Periksa portnya: biasanya 587, atau 465.",
      connection_failed:
        "Sambungan ke server email terputus. Periksa nama server dan portnya, lalu coba lagi.",
      tls_error:
        "Sambungan terenkripsi gagal dibuat. Pakai port 465 hanya jika server email mengenkripsi sejak awal. Jika tidak, pakai port 587.",
      certificate_refused:
        "Sertifikat server email tidak berlaku untuk nama itu. Pakai nama server persis seperti yang diberikan layanan email Anda.",
      no_encryption:
        "Server email tidak mendukung enkripsi, jadi kata sandi tidak dikirim. Coba port 465.",
      mail_login_refused:
        "Nama pengguna atau kata sandi ditolak. Gmail dan banyak layanan lain memerlukan sandi aplikasi.",
      sender_refused:
        "Server email tidak menerima alamat pengirim ini. Pakai alamat yang menjadi milik nama penggunanya.",
      recipient_refused:
        "Server email menolak mengirim ke alamat Anda. Periksa alamat akun Anda, atau pakai server email lain.",
      mail_refused:
        "Server email menolak email percobaan ini. Baca respons servernya, lalu perbaiki pengaturannya.",
      not_a_mail_server: "Server di alamat itu bukan server email. Periksa nama dan portnya.",
      channel_not_set_up: "Pengaturan email sudah dihapus. Muat ulang halaman ini.",
      mail_failed: "Email percobaan gagal dikirim. Coba lagi.",
    } as Record<MailProblem, string>,
    mailSignIn: "Masuk dengan Google dan Microsoft",
    mailSignInHint:
      "Dengan ini, usaha menghubungkan email tanpa sandi aplikasi. Tepat perlu didaftarkan sekali di Google atau Microsoft, sebagai aplikasi web.",
    redirectUrl: "Alamat pengalihan untuk didaftarkan",
    mailProviders: { google: "Google", microsoft: "Microsoft" },
    clientId: "ID klien",
    clientIdHints: {
      google: "Dari Google Cloud: Google Auth Platform, Clients. Aktifkan juga Gmail API.",
      microsoft:
        "Dari Microsoft Entra: App registrations. Tambahkan izin IMAP.AccessAsUser.All dan offline_access.",
    },
    clientSecret: "Rahasia klien",
    removeClient: (provider: string) => `Hapus klien ${provider}`,
    removeClientHint: "Email yang dihubungkan dengan klien ini tidak lagi dibaca.",
    signUp: "Pendaftaran",
    ifSignUpIsOpen: "Jika pendaftaran dibuka:",
    signUpMeans: [
      "Siapa saja yang dapat membuka server ini dapat membuat akun usaha.",
      "Akun baru mulai dengan hari pemakaian terbatas.",
      "Webhook tidak dikirim ke komputer lain di jaringan lokal Anda.",
      "Setelah pendaftaran pertama, batasan hari dan webhook tetap berlaku walau pendaftaran ditutup.",
    ],
    signUpIsOpen: "Pendaftaran dibuka.",
    signUpIsClosed: "Pendaftaran ditutup.",
    isOpen: "Siapa saja dapat membuat akun di sini",
    telegram: "Telegram",
    telegramHint: "Bot ini mengirim pemberitahuan ke Telegram setiap orang yang menghubungkannya.",
    token: "Token dari @BotFather",
    tokenHint:
      "Di Telegram, tulis /newbot kepada @BotFather, lalu tempel token yang diberikannya. Pakai bot yang khusus untuk server ini.",
    tokenKept: (bot: string) =>
      `Bot ${bot} tersimpan. Tempel token lain untuk menggantinya. Setelah itu setiap anggota tim menghubungkan Telegram lagi.`,
    testBot: "Uji bot",
    botWorks: (name: string) => `Bot @${name} berfungsi.`,
    connectChat: "Hubungkan Telegram Anda",
    removeBot: "Hapus bot",
    removeBotHint: "Pemberitahuan lewat Telegram berhenti.",
    botProblems: {
      no_answer: "Telegram tidak dapat dihubungi dari server ini. Periksa koneksi internetnya.",
      token_refused: "Tidak ada bot dengan token itu. Salin lagi tokennya dari @BotFather.",
      has_webhook: "Program lain menerima pesan bot ini. Buat bot baru untuk server ini.",
      refused: "Telegram menolak bot ini. Coba lagi nanti.",
    } as Record<NonNullable<TelegramTrial["problem"]>, string>,
  },
};

const en: typeof id = {
  server: {
    hint: "These settings apply to all merchants on this server. Changes take effect when you save them.",
    atStart:
      "These settings come from the server's environment variables. Change them there, then restart the server.",
    publicAddress: "Public address",
    publicAddressHint:
      "The address that customers open. Payment links, invoices, emails and QR codes use it.",
    addressInForce: "Current address",
    addressAtStart:
      "The variable PUBLIC_URL sets this address. Change PUBLIC_URL, then restart the server.",
    reach: {
      computer: "Links open on this computer only, not on other devices.",
      network: "Links open only on devices that use the same Wi-Fi.",
    } as Record<Reach, string>,
    publicAddressFieldHint:
      "For example https://pay.example.com: a domain that points to this server, or the address of a tunnel such as Cloudflare Tunnel.",
    testAddress: "Test the address",
    addressWorks: (url) => `${url} reaches this server.`,
    untrustedProxy:
      "Customers' requests arrive through a proxy, so Tepat counts all customers as one and might refuse some of them at busy times. Restart Tepat with this variable. If there are two proxies in a row, set the variable to 2.",
    variable: "Environment variable",
    addressProblems: {
      dns_error:
        "The name was not found. Check its spelling and its DNS settings. A new name can take a few minutes to work.",
      timeout:
        "The address did not respond to this server in time. Some routers cannot reach their own public address, so also try the address on a phone with mobile data.",
      connection_refused:
        "The connection was refused, because no server responds at the address. Start the proxy or the tunnel, then try again.",
      connection_failed:
        "The connection to the address was interrupted. Check the proxy or the tunnel.",
      tls_error:
        "The certificate of the address is not trusted. Check the certificate of the proxy.",
      destination_not_allowed:
        "This server is not allowed to connect to addresses in a local network. Enter an address that is reachable from the internet.",
      no_gateway:
        "The proxy or tunnel responds, but cannot reach this server. Check its target port.",
      other_server:
        "Another server responds at the address. Check the target of the domain or tunnel.",
    },
    removeAddress: "Remove the public address",
    removeAddressHint: "New links use this computer's address again.",
    localNetwork: "Phones on the same Wi-Fi",
    listensHereOnly:
      "Only this computer can open Tepat now. To try Tepat on a phone, let the phones and computers on your Wi-Fi connect. You do not have to restart Tepat. Tepat asks again if this computer's address changes, for instance on another Wi-Fi.",
    openNetwork: "Let phones and computers on this network connect",
    closeNetwork: "Close Tepat to this network",
    closeNetworkHint:
      "Tepat then opens only on the computer on which it runs. Phones and other computers on this Wi-Fi can no longer open it.",
    networkWarning:
      "Use this only to try Tepat on your own Wi-Fi. The connection is not encrypted, so other people on the network could read the data sent. Everyone on the network can open the sign-in page, checkout pages and guides. Do not allow this on a rented server: the internet can often reach even its private address. For customers, use a domain or a tunnel with https.",
    networkAtStart:
      "The variable HOST determines this setting. Ask the person who started Tepat to change the variable.",
    noLocalAddress:
      "Tepat found no address in a local network. Connect this computer to the Wi-Fi, then reload this page.",
    portTaken: (hosts) =>
      `Tepat cannot be reached at ${hosts}, because another program uses the same port there. Close that program, then reload this page.`,
    closedButUsed:
      "Links use an address on this Wi-Fi, but phones cannot connect to it. Let them connect below, or change the public address.",
    useInLinks: "Use this address in links",
    usedInLinks: "Links use this address.",
    localQr: (url) => `QR code of ${url}`,
    localAddress: "Address on this Wi-Fi",
    localHint:
      "Scan the code with a phone on this Wi-Fi to open Tepat's sign-in page. If the page does not open, allow Tepat in this computer's firewall.",
    email: "Email",
    emailHint: "For forgotten passwords, notices, and invoices to customers.",
    provider: "Email service",
    gmail: "Gmail",
    otherProvider: "Another service",
    host: "Mail server",
    hostHint: "Such as smtp.example.com. Ask your email service for the name.",
    port: "Port",
    portHint: "Usually 587 or 465.",
    user: "User name at the mail server",
    userHint:
      "Often the same as the email address. Leave this field empty if the server asks for none.",
    gmailPasswordHint:
      "Do not enter your Google password. Create a 16-letter app password at myaccount.google.com/apppasswords.",
    kept: "Leave this field empty to keep the saved password.",
    senderName: "Sender's name",
    senderAddress: "Sender's address",
    test: "Send a test email",
    testing: "Testing…",
    sent: (address) =>
      `Test email sent to ${address}. If it is not in your inbox, check the spam folder.`,
    answered: (words) => `The server responded: ${words}`,
    removeEmail: "Remove email settings",
    removeEmailHint:
      "This server then sends no email: no password reset links, no notices and no invoices.",
    mailProblems: {
      timeout: "The mail server did not respond in time. Check its name and port.",
      dns_error: "No server has that name. Check the name of the mail server.",
      connection_refused: "The server refused the connection. Check the port: usually 587 or 465.",
      connection_failed:
        "The connection to the mail server was interrupted. Check the server's name and port, then try again.",
      tls_error:
        "The encrypted connection failed. Use port 465 only if the mail server encrypts from the start. Otherwise use port 587.",
      certificate_refused:
        "The mail server's certificate is not valid for that name. Use the server name exactly as your email service gives it.",
      no_encryption:
        "The mail server does not support encryption, so the password was not sent. Try port 465.",
      mail_login_refused:
        "The mail server refused the user name or the password. Check both. Gmail and many other services need an app password.",
      sender_refused:
        "The mail server does not accept this sender's address. Use an address that belongs to the user name.",
      recipient_refused:
        "The mail server does not deliver to your address. Check your sign-in address, or use another mail server.",
      mail_refused:
        "The mail server refused the test email. Read the server's response, then correct the settings.",
      not_a_mail_server:
        "The server at this address is not a mail server. Check the name and the port.",
      channel_not_set_up: "The email settings were removed. Reload this page.",
      mail_failed: "The test email could not be sent. Try again.",
    },
    mailSignIn: "Sign-in with Google and Microsoft",
    mailSignInHint:
      "To let merchants connect a mailbox without an app password, register Tepat once with Google or Microsoft, as a web application.",
    redirectUrl: "Redirect URI to register",
    mailProviders: { google: "Google", microsoft: "Microsoft" },
    clientId: "Client ID",
    clientIdHints: {
      google: "From Google Cloud: Google Auth Platform, Clients. Enable the Gmail API too.",
      microsoft:
        "From Microsoft Entra: App registrations. Add the permissions IMAP.AccessAsUser.All and offline_access.",
    },
    clientSecret: "Client secret",
    removeClient: (provider) => `Remove the ${provider} client`,
    removeClientHint: "Tepat then stops reading mailboxes that were connected with this client.",
    signUp: "Sign-up",
    ifSignUpIsOpen: "If you open sign-up:",
    signUpMeans: [
      "Anyone who reaches this server can register a merchant.",
      "New merchants begin with limited days of use.",
      "Tepat sends no webhooks to other computers in your local network.",
      "After the first sign-up, the limits on days and webhooks stay even if you close sign-up.",
    ],
    signUpIsOpen: "Sign-up is open.",
    signUpIsClosed: "Sign-up is closed.",
    isOpen: "Anyone can sign up here",
    telegram: "Telegram",
    telegramHint: "This bot sends notices to each team member who connects Telegram.",
    token: "Token from @BotFather",
    tokenHint:
      "In Telegram, send /newbot to @BotFather, then paste the token that it gives you. Use a bot for this server only.",
    tokenKept: (bot) =>
      `Bot ${bot} is saved. To replace it, paste another token. Each team member must then connect Telegram again.`,
    testBot: "Test the bot",
    botWorks: (name) => `The bot @${name} works.`,
    connectChat: "Connect your Telegram",
    removeBot: "Remove the bot",
    removeBotHint: "Notices in Telegram stop.",
    botProblems: {
      no_answer: "This server cannot reach Telegram. Check its internet connection.",
      token_refused: "No bot has that token. Copy the token from @BotFather again.",
      has_webhook:
        "Another program receives this bot's messages. Create a new bot for this server.",
      refused: "Telegram refused this bot. Try again later.",
    },
  },
};

export const gatewaySettingsTexts = textsOf({ id, en });
