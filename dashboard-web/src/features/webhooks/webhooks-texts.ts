import type { Delivery } from "../../base/generated/types.gen.ts";
import { textsOf } from "../../base/texts/texts-of.ts";

export type DeliveryStatus = Delivery["delivery_status"];

/** The codes of attempts without a complete response (server/domain/webhooks/webhook-schedule.ts). */
export type AttemptErrorCode =
  | "timeout"
  | "dns_error"
  | "destination_not_allowed"
  | "connection_refused"
  | "connection_reset"
  | "connection_closed"
  | "connection_failed"
  | "tls_error"
  | "invalid_response"
  | "aborted";

const id = {
  webhooks: {
    hint: "Tepat memberi tahu server toko Anda saat tagihan lunas.",
    settings: "Alamat dan peristiwa",
    address: "Alamat webhook",
    addressHint: "Dipakai jika tagihan tidak menyebut alamatnya sendiri.",
    unencrypted: "Tidak terenkripsi",
    unencryptedHint:
      "Alamat http tidak terenkripsi: siapa pun di jalur pengiriman dapat membaca nama pelanggan dan jumlahnya. Pakai https jika server Anda bisa.",
    events: "Peristiwa",
    paidAlways: "payment.paid selalu dikirim. Selain itu:",
    sends_expired_events: "Tagihan kedaluwarsa (payment.expired)",
    sends_cancelled_events: "Tagihan dibatalkan (payment.cancelled)",
    sends_difference_events:
      "Bayar sebagian, kurang, lebih, dan pengembalian uang (payment.part_received, payment.underpaid, payment.overpaid, payment.refunded)",
    sends_device_events: "HP terputus dan tersambung lagi (device.offline, device.online)",
    rotate: "Ganti rahasia",
    rotateTitle: "Ganti rahasia webhook?",
    rotateHint:
      "Tepat menandatangani dengan kedua rahasia selama 24 jam. Pasang yang baru di server Anda dalam waktu itu.",
    rotated: "Rahasia webhook baru",
    secret: "Rahasia webhook",
    test: "Kirim uji coba",
    sending: "Mengirim…",
    deliveries: "Pengiriman",
    counted: (count: string, _number: number) => `${count} pengiriman`,
    delivery: "Pengiriman",
    none: "Belum ada pengiriman",
    noneHint: "Isi alamat webhook di atas, lalu kirim uji coba.",
    noneOfStatus: "Tidak ada pengiriman dengan status ini",
    statuses: {
      PENDING: "Menunggu",
      RETRYING: "Dicoba lagi",
      SUCCESS: "Terkirim",
      FAILED: "Gagal",
    } as Record<DeliveryStatus, string>,
    attempts: "Percobaan",
    noAttempt: "Belum ada percobaan.",
    body: "Isi yang dikirim",
    event: "Peristiwa",
    about: "Tentang",
    request: "Permintaan",
    headers: "Header permintaan",
    answer: "Isi respons",
    answerHeaders: "Header respons",
    headersHint: "Header respons disimpan untuk percobaan yang gagal dan yang Anda minta sendiri.",
    timestampOf: "<waktu percobaan, detik Unix>",
    signatureOf: "<tanda tangan, baru untuk setiap percobaan>",
    bytesHint:
      "JSON diberi inden agar mudah dibaca. Yang dikirim, dan yang ditandatangani, tidak berinden.",
    noAnswer: "Tidak ada respons",
    errors: {
      timeout:
        "Respons server Anda tidak lengkap sampai batas waktunya. Kirim respons dulu, baru kerjakan proses yang lama.",
      dns_error: "Nama server di alamat ini tidak ditemukan. Periksa ejaan alamat dan DNS-nya.",
      destination_not_allowed:
        "Tepat tidak memanggil alamat ini, karena alamatnya tidak publik atau portnya milik layanan lain. Pakai alamat https publik.",
      connection_refused:
        "Tidak ada yang menerima sambungan di alamat dan port ini. Periksa apakah server Anda berjalan dan firewall-nya terbuka.",
      connection_reset:
        "Sambungan diputus oleh server Anda, atau oleh perangkat jaringan di antaranya. Lihat catatan server Anda.",
      connection_closed:
        "Server Anda menutup sambungan sebelum responsnya lengkap. Lihat catatan server Anda.",
      connection_failed: "Server Anda tidak dapat dijangkau lewat jaringan. Coba lagi nanti.",
      tls_error:
        "Sambungan aman gagal: sertifikat tidak berlaku untuk nama ini, atau sudah kedaluwarsa. Perbarui sertifikatnya.",
      invalid_response:
        "Responsnya bukan HTTP/1.1 yang sah, atau header-nya lebih dari 16 KiB. Periksa server dan proxy-nya.",
      aborted:
        "Tepat berhenti saat mengirim. Webhook ini dikirim lagi. Percobaan yang terputus tidak dihitung.",
    } as Record<AttemptErrorCode, string>,
    otherError: "Tidak ada respons yang lengkap dari server Anda. Lihat catatan server Anda.",
    gone: "Server Anda menyatakan alamat ini tidak dipakai lagi, jadi Tepat tidak mencoba lagi otomatis. Isi alamat yang berlaku untuk peristiwa berikutnya. Kirim ulang tetap ke alamat lama ini, jadi perbarui tagihan ini di toko Anda sendiri.",
    serverError: "Ada gangguan di server Anda. Lihat catatannya pada waktu ini.",
    refusedIt:
      "Server Anda menolak permintaan ini. Periksa alamat, tanda tangan, dan catatan server Anda.",
    redirect:
      "Server Anda mengalihkan ke alamat lain, yang tidak diikuti. Isi alamat akhirnya untuk peristiwa berikutnya.",
    to: "Ke",
    next: "Percobaan berikutnya",
    again: "Kirim lagi sekarang",
    byHand: "atas permintaan",
  },
};

const en: typeof id = {
  webhooks: {
    hint: "Tepat notifies your shop's server when an invoice is paid.",
    settings: "URL and events",
    address: "Webhook URL",
    addressHint: "Tepat uses this URL for invoices without their own webhook URL.",
    unencrypted: "Not encrypted",
    unencryptedHint:
      "An http URL is not encrypted. Others on the network can read your customers' names and the amounts. Use an https URL if your server supports it.",
    events: "Events",
    paidAlways: "Tepat always sends payment.paid. Also send:",
    sends_expired_events: "Invoice expired (payment.expired)",
    sends_cancelled_events: "Invoice cancelled (payment.cancelled)",
    sends_difference_events:
      "Part payments, underpayments, overpayments and refunds (payment.part_received, payment.underpaid, payment.overpaid, payment.refunded)",
    sends_device_events: "Phone offline and online again (device.offline, device.online)",
    rotate: "Rotate secret",
    rotateTitle: "Rotate the webhook secret?",
    rotateHint:
      "Tepat signs with both secrets for 24 hours. Install the new secret on your server in that time.",
    rotated: "New webhook secret",
    secret: "Webhook secret",
    test: "Send a test event",
    sending: "Sending…",
    deliveries: "Deliveries",
    counted: (count, number) => `${count} ${number === 1 ? "delivery" : "deliveries"}`,
    delivery: "Delivery",
    none: "No deliveries yet",
    noneHint: "Enter the webhook URL above, then send a test event.",
    noneOfStatus: "No deliveries with this status",
    statuses: {
      PENDING: "Waiting",
      RETRYING: "Retrying",
      SUCCESS: "Delivered",
      FAILED: "Failed",
    },
    attempts: "Attempts",
    noAttempt: "No attempts yet.",
    body: "Request body",
    event: "Event",
    about: "About",
    request: "Request",
    headers: "Request headers",
    answer: "Response body",
    answerHeaders: "Response headers",
    headersHint:
      "Tepat keeps response headers of failed attempts and of attempts that you requested.",
    timestampOf: "<time of the attempt, Unix seconds>",
    signatureOf: "<signature, new for each attempt>",
    bytesHint: "The JSON is indented for reading. Tepat sends and signs it without indentation.",
    noAnswer: "No response",
    errors: {
      timeout:
        "Your server did not send a complete response in time. Respond first, then do any long-running work.",
      dns_error: "The server name in this URL was not found. Check its spelling and DNS.",
      destination_not_allowed:
        "Tepat does not call this URL, because its address is not public or its port belongs to another service. Use a public https URL.",
      connection_refused:
        "No server accepts connections at this address and port. Check that your server is running and that its firewall allows Tepat.",
      connection_reset:
        "Your server or a device on the way cut the connection. Check your server's log.",
      connection_closed:
        "Your server closed the connection before its response was complete. Check your server's log.",
      connection_failed: "Tepat could not reach your server over the network. Try again later.",
      tls_error:
        "The secure connection failed. The certificate might be expired, untrusted or not valid for this name, or the TLS handshake failed. Check the certificate and your server's TLS settings.",
      invalid_response:
        "The response is not valid HTTP/1.1, or its headers exceed 16 KiB. Check the server and its proxy.",
      aborted:
        "Tepat stopped during this attempt. The attempt does not count, and Tepat sends the webhook again.",
    },
    otherError: "Your server did not send a complete response. Check its log.",
    gone: "Your server says that this URL is no longer in use, so Tepat does not retry automatically. Enter the current URL for later events. A resend goes to this old URL, so update this invoice in your shop yourself.",
    serverError: "Your server reported an error. Check its log for the time of this attempt.",
    refusedIt:
      "Your server refused the request. Check the URL, the signature and the server's log.",
    redirect:
      "Your server redirects to another URL, which Tepat does not follow. Enter the final URL for later events.",
    to: "To",
    next: "Next attempt",
    again: "Resend now",
    byHand: "on request",
  },
};

export const webhooksTexts = textsOf({ id, en });
