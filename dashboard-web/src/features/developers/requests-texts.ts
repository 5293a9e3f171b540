import { formatCount } from "../../base/numbers.ts";
import { textsOf } from "../../base/texts/texts-of.ts";

const id = {
  requests: {
    hint: (days: number) =>
      `Permintaan server Anda dengan kunci API dalam ${days} hari terakhir, beserta responsnya. Isi permintaan, kunci, dan parameter setelah tanda tanya tidak pernah disimpan.`,
    none: "Belum ada permintaan",
    noneHint:
      "Permintaan muncul di sini sekitar satu detik setelah dijawab. Permintaan dengan kunci yang salah tidak tercatat, karena tidak diketahui milik siapa.",
    noneFound: "Tidak ada permintaan yang cocok",
    noneFoundHint: (days: number) =>
      `Hapus salah satu filter. Catatan disimpan selama ${days} hari.`,
    request: "Permintaan",
    path: "Alamat",
    pathHint: "Misalnya: /gateway/payments",
    requestId: "ID permintaan",
    answers: "Respons",
    errorsOnly: "Hanya galat",
    code: "Kode",
    duration: "Durasi",
    answered: "Waktu respons",
    milliseconds: (ms: number) => (ms < 1 ? "< 1 ms" : `${ms} ms`),
    leftOut: (count: number) =>
      `${formatCount(count)} permintaan tepat sebelum ini tidak dicatat, karena terlalu banyak dalam satu menit.`,
    sampled: (successes: number, errors: number) =>
      `Setiap menit, tiap proses server mencatat paling banyak ${successes} permintaan yang berhasil dan ${errors} galat. Selebihnya hanya dihitung.`,
    meaning: "Artinya",
    retry: "Anda dapat mengirim permintaan yang sama lagi nanti.",
    noRetry: "Mengirim ulang permintaan yang sama tidak membantu.",
    docs: "Baca tentang galat ini di panduan (bahasa Inggris)",
    invoice: "Buka tagihannya",
    succeeded: "Permintaan ini berhasil.",
    codes: {
      tenant_api_key_required:
        "Kunci API tidak ada, salah, atau sudah dicabut. Kirim kunci yang berlaku di header X-Api-Key.",
      unauthorized:
        "Token perangkat atau sesi tidak berlaku lagi. Daftarkan lagi perangkatnya, atau masuk lagi.",
      rate_limited:
        "Terlalu banyak permintaan dalam satu menit, atau terlalu banyak kode sekali pakai yang salah. Tunggu selama jumlah detik di header X-RateLimit-Reset, lalu kirim lagi.",
      bad_request:
        "Format permintaan salah. Metodenya tidak cocok dengan alamat ini, atau isinya terlalu besar atau tidak dapat dibaca. Bandingkan dengan referensi API.",
      "invalid request body":
        "Isi permintaan bukan objek JSON. Periksa JSON-nya dan header Content-Type: application/json.",
      validation_error:
        "Ada isian yang salah. Respons menyebutkan setiap isian dan masalahnya di errors.",
      invalid_expired_at:
        "payment_expired_at harus berupa tanggal dan waktu ISO 8601 dengan zona waktu, dan belum lewat.",
      "X-Totp-Code header is required":
        "Kirim kode enam angka dari aplikasi autentikator di header X-Totp-Code.",
      "invalid totp code":
        "Kodenya salah, kedaluwarsa, atau sudah dipakai. Tunggu kode berikutnya, lalu kirim lagi.",
      "channel_id is required":
        "Tulis channel_id di alamat: GET /gateway/channels/{channel_id}/instructions.",
      account_not_owned:
        "account_id bukan salah satu rekening Anda. Daftarnya ada di GET /gateway/accounts.",
      no_active_quota:
        "Rekening ini sekarang tidak dapat menerima pembayaran: tidak aktif, hari pemakaiannya habis, atau tidak ada sumber yang memantaunya. Periksa rekeningnya, atau pakai rekening lain.",
      totp_not_enabled:
        "Autentikasi dua langkah belum aktif. Aktifkan dulu di Pengaturan, bagian Keamanan.",
      not_found:
        "Alamatnya salah, tidak ada data dengan kode ini, atau tagihan yang dicocokkan tidak lagi menunggu. Periksa alamatnya, lalu baca tagihannya.",
      payment_not_cancellable:
        "Tidak ada tagihan yang masih menunggu dengan kode ini. Baca tagihannya untuk melihat statusnya.",
      conflict:
        "Status tagihan atau pengiriman saat ini tidak mengizinkan tindakan ini. Baca lagi datanya.",
      refund_exceeds_received:
        "Pengembalian melebihi uang yang diterima dan belum dikembalikan. Kurangi jumlahnya.",
      refund_reference_conflict:
        "reference ini sudah dipakai untuk pengembalian lain, atau recorded_refund_id tidak cocok. Kirim yang sama persis, pakai reference lain, atau perbaiki recorded_refund_id.",
      payment_code_conflict:
        "payment_code ini sudah dipakai. Baca tagihan itu, atau pilih kode lain.",
      unique_amount_conflict:
        "Semua 999 kode unik untuk jumlah ini sedang dipakai. Coba lagi nanti, atau ubah jumlahnya.",
      internal_error: "Terjadi gangguan di server. Kirim lagi permintaan yang sama sebentar lagi.",
    },
  },
};

const en: typeof id = {
  requests: {
    hint: (days) =>
      `Your server's requests with an API key in the last ${days} days, and the responses. Tepat never keeps bodies, keys or query parameters.`,
    none: "No requests yet",
    noneHint:
      "Requests appear here about a second after their response. A request with an unknown key belongs to no merchant and is not logged.",
    noneFound: "No matching requests",
    noneFoundHint: (days) =>
      `Clear one of the filters. Tepat keeps the log for up to ${days} days.`,
    request: "Request",
    path: "Path",
    pathHint: "For example: /gateway/payments",
    requestId: "Request id",
    answers: "Responses",
    errorsOnly: "Errors only",
    code: "Code",
    duration: "Duration",
    answered: "Responded at",
    milliseconds: (ms) => (ms < 1 ? "< 1 ms" : `${ms} ms`),
    leftOut: (count) =>
      count === 1
        ? "The log omits 1 request just before this one, because there were too many in one minute."
        : `The log omits ${formatCount(count)} requests just before this one, because there were too many in one minute.`,
    sampled: (successes, errors) =>
      `Tepat logs at most ${successes} successful requests and ${errors} errors each minute in each server process, and counts the others.`,
    meaning: "Meaning",
    retry: "You can send the same request again later.",
    noRetry: "Sending the same request again does not help.",
    docs: "Read about this error in the guide",
    invoice: "Open the invoice",
    succeeded: "This request succeeded.",
    codes: {
      tenant_api_key_required:
        "The API key is missing, wrong or revoked. Send a valid key in the X-Api-Key header.",
      unauthorized:
        "The device token or the session is no longer valid. Register the device again, or sign in.",
      rate_limited:
        "There were too many requests in one minute, or too many wrong one-time codes. Wait the number of seconds in X-RateLimit-Reset, then send the request again.",
      bad_request:
        "The request is malformed. The path does not support its method, or its body is too large or unreadable. Compare the request with the API reference.",
      "invalid request body":
        "The body is not a JSON object. Check the JSON and the header Content-Type: application/json.",
      validation_error: "Some fields are invalid. The response names each field in errors.",
      invalid_expired_at:
        "payment_expired_at must be an ISO 8601 date-time with a time zone, and lie in the future.",
      "X-Totp-Code header is required":
        "Send the six-digit code of your authenticator app in the X-Totp-Code header.",
      "invalid totp code":
        "The code is wrong, expired or already used. Wait for the next code, then send the request again.",
      "channel_id is required":
        "Name the channel in the path: GET /gateway/channels/{channel_id}/instructions.",
      account_not_owned:
        "account_id is not one of your accounts. GET /gateway/accounts lists them.",
      no_active_quota:
        "The account cannot take payments now. It is switched off, it has no days of use left, or no source watches it. Check the account, or use another one.",
      totp_not_enabled:
        "Two-factor authentication is off. Switch it on first, under Settings, Security.",
      not_found:
        "The path does not exist, no record has this code, or the invoice to match is no longer pending. Check the path, then fetch the invoice.",
      payment_not_cancellable:
        "No pending invoice has this code. Fetch the invoice to see its status.",
      conflict:
        "The state of the invoice or the delivery does not allow this action. Fetch the record again.",
      refund_exceeds_received:
        "The refund exceeds the amount that can still be refunded. Send a smaller amount.",
      refund_reference_conflict:
        "This reference is already used for another refund, or recorded_refund_id does not match this refund. Repeat the original request exactly, use another reference, or correct recorded_refund_id.",
      payment_code_conflict:
        "This payment_code is already used. Fetch that invoice, or choose another code.",
      unique_amount_conflict:
        "All 999 unique amounts for this payment_amount are in use. Try again later, or change the amount.",
      internal_error: "The server failed. Send the same request again in a moment.",
    },
  },
};

export const requestsTexts = textsOf({ id, en });
