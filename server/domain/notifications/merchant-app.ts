import type { AppFormat } from "../banks/format.ts";

/** An app that no release knows, and that a merchant has confirmed as a bank's. */
export interface MerchantApp {
  package_name: string;
  app_name: string;
}

/**
 * Describes the app. The reach of strangers' words in it is unknown. Its titles must therefore name the app or money,
 * and only rules that the merchant has taught believe its texts. Its other texts are offered to people.
 */
export const formatOfMerchantApp = ({ package_name, app_name }: MerchantApp): AppFormat => ({
  id: "merchant",
  name: app_name,
  packages: [package_name],
  kind: "account",
  strangers: "requests",
  rules: [],
  incoming_sample: { title: app_name, body: "Transfer masuk Rp{dots} dari {sender}" },
});

/**
 * Apps that show whole texts of other people, or in which people hold no account. A shop must not confirm them as its
 * bank. Bank and wallet apps with strangers' texts have their own formats.
 */
const notBanks: readonly RegExp[] = [
  // Chats and calls. Copies of WhatsApp have its name in theirs: com.gbwhatsapp.
  /whatsapp/u,
  /^org\.(?:telegram|thoughtcrime\.securesms|thunderdog)\b/u,
  /^com\.(?:facebook|instagram|zhiliaoapp|ss\.android|twitter|linkedin|snapchat|discord|viber|skype|bbm|imo|kakao)\b/u,
  /^jp\.naver\.line\b/u,
  /^com\.tencent\.mm\b/u,
  /^us\.zoom\b/u,
  /^com\.slack(?:\.|$)/iu,
  // Text messages and email, whose senders choose every word.
  /\b(?:mms|messaging|sms|email|mail)\b/u,
  /^(?:com\.fsck\.k9|net\.thunderbird|ch\.proton(?:mail)?|de\.tutao)\b/u,
  /^com\.google\.android\.apps\.dynamite\b/u,
  /^com\.google\.android\.(?:gm|gms|talk|calendar|keep|youtube|dialer)(?:\.|$)/u,
  /^com\.microsoft\.(?:office\.outlook|teams)\b/u,
  /^com\.yahoo\.mobile\b/u,
  // Marketplaces, delivery and shops.
  /^com\.(?:tokopedia|bukalapak|lazada|blibli|tiktokshop|alibaba|shopee)\b/u,
  /^com\.(?:grabtaxi|traveloka|tiket)\b/u,
  /^(?:id|com)\.co?\.?(?:tokopedia|olx|jd)\b/u,
  // Android itself, browsers, and Tepat's own app.
  /^(?:android|com\.android|com\.android\..+|com\.(?:samsung|miui|oppo|vivo|coloros|huawei|sec)\..+)$/u,
  /^(?:org\.mozilla|com\.brave|com\.opera|com\.chrome)\b/u,
  /^id\.tepat\b/u,
];

export const isKnownNoBank = (package_name: string): boolean =>
  notBanks.some((pattern) => pattern.test(package_name.toLowerCase()));
