/** The part of the library that creates codes. Types are published only for the whole library. */
declare module "qrcode/lib/core/qrcode.js" {
  export { create } from "qrcode";
}
