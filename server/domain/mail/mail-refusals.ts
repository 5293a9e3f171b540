/** The reasons why an email proves nothing, each with a sentence about the next step. */

const refusals = {
  too_large: "The email is too large to be a bank's notice. Pass the original of one email.",
  unreadable:
    "The file is not an email as it was sent. Its header has a line or a character that mail servers do not write. Download the original from the mail program (Gmail: Show original, Download original).",
  too_many_fields:
    "The header is larger than that of a bank's email. Download the original from the mail program.",
  missing_field:
    "The email lacks From, To, Subject, Date or Content-Type, so its signature cannot cover them. Download the original from the mail program.",
  repeated_field:
    "The email has a header field twice that is allowed once, so it could show something other than what was signed. Do not trust it.",
  sender:
    "The From field does not name exactly one address in the usual form. Do not trust the email.",
  unknown_sender:
    "The sender's domain belongs to no bank that Tepat knows. Look at the address itself, not at the name before it.",
  not_signed:
    "The email has no DKIM signature. Download the original from the mail program; a copied or printed email has none.",
  too_many_signatures:
    "The email has more signatures than a bank's email. Download the original from the mail program.",
  other_signer:
    "The bank has not signed the email. An email that a person forwards loses the bank's signature. Set up automatic forwarding, or use the mailbox to which the bank writes.",
  part_of_body:
    "The signature covers only a part of the body (l=), so anyone could have added text. Do not trust the email.",
  unsigned_field:
    "The signature does not cover all of From, To, Subject, Date, Content-Type and Content-Transfer-Encoding. Do not trust the email.",
  weak_signature:
    "The signature uses rsa-sha1, which can be forged. Ask the bank to sign with rsa-sha256.",
  weak_key:
    "The bank's key has fewer than 1,024 bits, so it can be broken. Ask the bank to use a longer key.",
  test_key:
    "The bank marks its key as a test (t=y), so the signature proves nothing. Do not trust the email.",
  expired:
    "The signature had expired (x=) at the time of the check. Check the email at the time when it arrived, with --at.",
  future_signature:
    "The signature is dated in the future (t=). Check this computer's clock; if it is right, do not trust the email.",
  changed_body:
    "The bank signed a different body. Download the original from the mail program. If this is the original, do not trust the email.",
  changed_header:
    "The bank signed a different header, or the signature is forged. Download the original from the mail program. If this is the original, do not trust the email.",
  no_key:
    "The bank's DNS does not have the key that the signature names. The bank might have replaced this key. Check the email soon after it arrives, or pass the earlier key with --key.",
  unusable_key:
    "The bank's DNS has no usable key under this name. The key was withdrawn, exists twice, is too large or is of another kind. Do not trust the email.",
  malformed_signature: "The signature does not follow RFC 6376. Do not trust the email.",
} as const;

export type MailRefusalCode = keyof typeof refusals;

export interface MailRefusal {
  outcome: "refused";
  reason: MailRefusalCode;
  advice: string;
  /** For `other_signer`: the domains that the signatures name. These signatures are not checked. */
  signed_by?: readonly string[];
  /** The key of the bank's refused signature. */
  key_name?: string;
}

export const refuse = (reason: MailRefusalCode): MailRefusal => ({
  outcome: "refused",
  reason,
  advice: refusals[reason],
});
