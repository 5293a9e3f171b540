/**
 * Returns a phone number in the format of WhatsApp links: country code and number, digits only. Numbers in
 * Indonesian format (`0812…`, `812…`) get 62. Returns null if the text cannot be a phone number.
 */
export function whatsappNumber(phone: string | null): string | null {
  // In "+62 (0)21", the zero is dialled only within the country.
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

/** Groups the digits of an Indonesian mobile number, and returns any other text unchanged. */
export const groupPhone = (phone: string): string =>
  phone
    .trim()
    .replace(/^(0|\+?62)(8\d{2})(\d{4})(\d{2,6})$/u, (_, prefix: string, ...parts: string[]) => {
      const rest = parts.slice(0, 3).join("-");
      return prefix === "0" ? `0${rest}` : `+62 ${rest}`;
    });

/**
 * Returns a link to a chat with a prepared text. Without a number, WhatsApp asks for the contact.
 */
export const whatsappLink = (phone: string | null, text: string): string =>
  `https://wa.me/${whatsappNumber(phone) ?? ""}?text=${encodeURIComponent(text)}`;
