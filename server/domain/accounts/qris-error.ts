/** Every reason for refusing a QRIS code or its amount, and what to tell the person who pasted the code. */
const refusalMessages = {
  empty: "No QRIS code was given: paste the text that your static QRIS contains.",
  not_qris: "This is not a QRIS code: a QRIS text starts with 000201. Scan the static QRIS again.",
  bad_payload_format_indicator: "This is not version 01 of the QR payment format: use a QRIS.",
  too_long: "This text is longer than the 512 characters of a QRIS code: paste one code only.",
  bad_character: "This text contains control or broken characters: scan the static QRIS again.",
  bad_tlv:
    "The lengths inside this code do not fit: it was changed while copying (often %20 for a space). Scan it again.",
  truncated_tlv: "This code is cut off: copy the whole text of the static QRIS.",
  missing_crc: "This code ends before its checksum: copy the whole text of the static QRIS.",
  crc_not_last: "Text follows the checksum (tag 63), or it is not at the end: scan the QRIS again.",
  crc_mismatch: "The checksum does not fit: a character was changed. Scan the static QRIS again.",
  duplicate_tag: "This code says the same thing twice (a tag is repeated): use the original QRIS.",
  missing_tag:
    "A mandatory part is missing (category, currency, country, name or city): use the original QRIS.",
  bad_merchant_category:
    "The merchant category (tag 52) is not four digits: use the original QRIS.",
  unsupported_currency: "This code is not in rupiah: only currency 360 (IDR) can be used.",
  unsupported_country: "This code is not from Indonesia: only country ID can be used.",
  merchant_name_too_long:
    "The merchant name (tag 59) has over 25 characters, which payment apps may refuse: ask your QRIS provider for a corrected code.",
  merchant_city_too_long:
    "The city (tag 60) has over 15 characters, which payment apps may refuse: ask your QRIS provider for a corrected code.",
  postal_code_too_long:
    "The postal code (tag 61) has over 10 characters, which payment apps may refuse: ask your QRIS provider for a corrected code.",
  not_a_merchant_payment_qr:
    "This code receives transfers between persons, or names no merchant account: use the static QRIS of a merchant.",
  not_static:
    "This code was made for a single payment: use the static QRIS, the one printed for the counter.",
  amount_out_of_range: "A QRIS amount is whole rupiah from 1 to 9999999999999.",
} as const;

export type QrisRefusal = keyof typeof refusalMessages;

/** Why a code or an amount cannot be used; the message is for the person who pasted the code. */
export class QrisError extends Error {
  override readonly name = "QrisError";
  readonly reason: QrisRefusal;

  constructor(reason: QrisRefusal) {
    super(refusalMessages[reason]);
    this.reason = reason;
  }
}
