/** The part of the library that makes codes; its types are published for the whole alone. */
declare module "qrcode/lib/core/qrcode.js" {
  export { create } from "qrcode";
}
