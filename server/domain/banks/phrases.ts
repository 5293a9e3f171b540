/** Phrases that formats and the general rules share. */

export const of = "[ (sebesar|senilai|sejumlah)]";
export const you = "(Anda|Kamu)";
export const just = "[ (telah|sudah|udah|baru|baru saja|baru aja|berhasil|telah berhasil)]";
export const on = "[ (pada|tgl|tanggal|tgl.) {when}]";
export const via = "[ (via|melalui|lewat) {channel}]";
export const from = `(dari|dr) ((rek.|rek|rekening|norek|no. rek) {account}|{sender})${via}`;
export const received =
  "(diterima|sukses diterima|telah diterima|sudah diterima|udah diterima|berhasil diterima|telah berhasil diterima)";
export const success = "(berhasil|sukses|telah berhasil|sudah berhasil)";
export const arrived = "[ (telah|sudah|udah|berhasil|telah berhasil)]";
export const done = "[ (telah|sudah|udah)][ (berhasil|sukses)][ (diterima|masuk)]";
