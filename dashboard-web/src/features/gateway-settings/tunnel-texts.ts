import { textsOf } from "../../base/texts/texts-of.ts";

const id = {
  tunnel: {
    about:
      "Pelanggan membuka halaman Anda lewat jaringan Cloudflare, dengan program cloudflared. Jika komputer ini belum punya program itu, Tepat mengunduhnya dulu, sekitar 40 MB, dan memeriksa keasliannya.",
    start: "Ambil alamat gratis",
    startAgain: "Coba lagi",
    downloading: "Mengunduh cloudflared, sekitar 40 MB…",
    starting: "Meminta alamat dari Cloudflare…",
    on: "Alamat ini aktif selama Tepat berjalan. Tunggu semenit sebelum membukanya.",
    failed:
      "Alamatnya belum didapat. Periksa internet di komputer tempat Tepat berjalan, lalu coba lagi.",
    byHand: "Jika tetap gagal, pasang cloudflared sendiri:",
    download: "Halaman unduhan Cloudflare",
    former: (url: string) =>
      `Tautan dengan ${url} tidak terbuka lagi. Kirim ulang tautan tagihan yang belum dibayar.`,
    changes:
      "Alamat ini berganti setiap kali Tepat dijalankan ulang, dan tautan lama tidak terbuka lagi. Untuk seterusnya, pakai domain sendiri.",
    end: "Matikan alamat gratis",
    endHint:
      "Tautan dengan alamat ini tidak terbuka lagi. Tautan baru memakai alamat komputer ini.",
  },
};

const en: typeof id = {
  tunnel: {
    about:
      "With a free address, customers' pages pass through Cloudflare's network. For this, Tepat runs Cloudflare's program cloudflared. If this computer does not have the program, Tepat first downloads it (about 40 MB) and checks that the file is genuine.",
    start: "Get a free address",
    startAgain: "Try again",
    downloading: "Downloading cloudflared, about 40 MB…",
    starting: "Asking Cloudflare for an address…",
    on: "This address works while Tepat runs. Wait a minute before you open it.",
    failed:
      "There is no address yet. Check the internet connection of the computer that runs Tepat, then try again.",
    byHand: "If it fails again, install cloudflared yourself:",
    download: "Cloudflare's downloads",
    former: (url) => `Links with ${url} no longer open. Send the links of unpaid invoices again.`,
    changes:
      "The address changes each time Tepat restarts, and older links then stop working. For lasting links, use your own domain.",
    end: "Switch off the free address",
    endHint: "Links with this address stop working. New links use this computer's address.",
  },
};

export const tunnelTexts = textsOf({ id, en });
