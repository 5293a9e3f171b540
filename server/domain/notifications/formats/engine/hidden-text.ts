/**
 * The sentences with which Android 15 and later replace a text that it considers sensitive, before an app that reads
 * notifications sees it (`redacted_notification_message` in the strings of its framework). The sentence is in the
 * phone's language. The first three come from Android's sources, and the English one was also seen on many devices.
 * The others come from the list of a public app (jd1378/otphelper).
 */
const replacements: ReadonlySet<string> = new Set([
  "konten notifikasi sensitif disembunyikan",
  "sensitive notification content hidden",
  "kandungan pemberitahuan yang sensitif disembunyikan",
  "已隐藏敏感通知内容",
  "系統已隱藏含有私密資訊的通知內容",
  "プライベートな通知内容は表示されません",
  "민감한 알림 콘텐츠 숨김",
]);

/**
 * Returns whether the phone hid the app's text. The whole text must be this sentence, because a payer can write a
 * part of a text.
 */
export function isHiddenText(text: string): boolean {
  return replacements.has(text.toLowerCase().replace(/\.$/u, ""));
}
