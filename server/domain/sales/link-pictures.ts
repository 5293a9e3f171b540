import { limits } from "../../contract/limits.ts";
import type { Problem } from "../../contract/field-problems.ts";

/** Reads the kind and size of a picture from its file, and trusts nothing else in it. */

export type MediaType = "image/jpeg" | "image/png";

export interface Picture {
  media_type: MediaType;
  bytes: Buffer;
  width: number;
  height: number;
}

/** Decodes a picture from base64. Returns the picture or its problem. */
export function readPicture(base64: string): Picture | { problem: Problem } {
  const bytes = Buffer.from(base64, "base64");
  const isBase64 = bytes.toString("base64").replace(/=+$/u, "") === base64.replace(/=+$/u, "");
  const seen = isBase64 ? (pngSize(bytes) ?? jpegSize(bytes)) : null;
  if (!seen || seen.width === 0 || seen.height === 0)
    return { problem: { code: "not_a_picture", params: {} } };
  if (bytes.length > limits.linkPictureBytes)
    return { problem: { code: "picture_too_heavy", params: { bytes: limits.linkPictureBytes } } };
  if (Math.max(seen.width, seen.height) > limits.linkPicturePixels)
    return { problem: { code: "picture_too_large", params: { pixels: limits.linkPicturePixels } } };
  return { ...seen, bytes };
}

type Seen = Omit<Picture, "bytes"> | null;

const pngSignature = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

/** Reads the size from the first chunk of a PNG (ISO/IEC 15948, 11.2.2). */
function pngSize(bytes: Buffer): Seen {
  if (bytes.length < 33 || !bytes.subarray(0, 16).equals(pngSignature)) return null;
  return {
    media_type: "image/png",
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
  };
}

/** Goes from segment to segment up to the one with the frame's size (ITU-T T.81, B.2.2). */
function jpegSize(bytes: Buffer): Seen {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff_d8) return null;
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] as number;
    const length = bytes.readUInt16BE(at + 2);
    if (isFrame(marker))
      return {
        media_type: "image/jpeg",
        height: bytes.readUInt16BE(at + 5),
        width: bytes.readUInt16BE(at + 7),
      };
    // A length includes its own two bytes, so every step moves forward.
    at += 2 + Math.max(2, length);
  }
  return null;
}

/** Returns whether a marker starts a frame. The three other markers of this range are tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
