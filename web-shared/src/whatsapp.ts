/**
 * A phone number as WhatsApp addresses want it: country code and number, digits only. Numbers that are written as in
 * Indonesia (`0812…`, `812…`) get 62. null if it cannot be a phone number.
 */
export function whatsappNumber(phone: string | null): string | null {
  // "+62 (0)21": the zero is dialled within the country alone.
  const written = (phone ?? "").trim().replaceAll("(0)", "");
  const digits = written.replaceAll(/\D/gu, "");
  const number = international(digits, written.startsWith("+"));
  return /^[1-9]\d{7,14}$/u.test(number) ? number : null;
}

function international(digits: string, hasPlus: boolean): string {
  if (hasPlus) return digits;
  if (digits.startsWith("00")) return digits.slice(2);
  if (digits.startsWith("0")) return `62${digits.slice(1)}`;
  return digits.startsWith("8") ? `62${digits}` : digits;
}

/** Opens a chat with the text written already. Without a number WhatsApp asks to whom it goes. */
export const whatsappLink = (phone: string | null, text: string): string =>
  `https://wa.me/${whatsappNumber(phone) ?? ""}?text=${encodeURIComponent(text)}`;
