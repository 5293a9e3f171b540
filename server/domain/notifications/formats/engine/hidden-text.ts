/**
 * From version 15 on, Android puts this sentence in place of a text that it takes for sensitive, before an app that
 * reads notifications sees it (`redacted_notification_message` in the strings of its framework). It is in the language
 * of the phone. The first three were read in Android's sources, and English was also seen on many devices; the others
 * are from the list of a public app (jd1378/otphelper).
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
 * Returns whether the phone hid the app's text. The whole text must be this sentence, because a payer can write a part
 * of a text.
 */
export function isHiddenText(text: string): boolean {
  return replacements.has(text.toLowerCase().replace(/\.$/u, ""));
}
