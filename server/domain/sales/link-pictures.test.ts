import { expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { readPicture } from "./link-pictures.ts";

function png(width: number, height: number, bytes = 64): Buffer {
  const file = Buffer.alloc(bytes);
  file.write("89504e470d0a1a0a0000000d49484452", "hex");
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  return file;
}

function jpeg(width: number, height: number): Buffer {
  const exif = Buffer.from("ffe10008457869660000", "hex");
  const frame = Buffer.from("ffc0001108000000000301220002110103110100", "hex");
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from("ffd8", "hex"), exif, frame, Buffer.alloc(20)]);
}

const read = (file: Buffer) => readPicture(file.toString("base64"));

test("a PNG and a JPEG have their kind and size", () => {
  expect(read(png(640, 480))).toMatchObject({ media_type: "image/png", width: 640, height: 480 });
  expect(read(jpeg(1600, 9))).toMatchObject({ media_type: "image/jpeg", width: 1600, height: 9 });
  const edge = limits.linkPicturePixels;
  expect(read(png(edge, edge, limits.linkPictureBytes))).toMatchObject({ width: edge });
});

test("a large picture or another file is refused", () => {
  const problemOf = (file: Buffer) => (read(file) as { problem?: { code: string } }).problem?.code;
  expect(problemOf(png(limits.linkPicturePixels + 1, 1))).toBe("picture_too_large");
  expect(problemOf(jpeg(1, limits.linkPicturePixels + 1))).toBe("picture_too_large");
  expect(problemOf(png(1, 1, limits.linkPictureBytes + 1))).toBe("picture_too_heavy");
  for (const file of [
    Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"),
    Buffer.from("GIF89a\u0001\u0000\u0001\u0000"),
    Buffer.from("<!doctype html><script>alert(1)</script>"),
    Buffer.alloc(0),
    png(0, 5),
    png(5, 5).subarray(0, 20),
    Buffer.from("ffd8ffe10000ffe10000", "hex"),
    Buffer.from("ffd8ffda0008010100003f00aaaa", "hex"),
  ])
    expect(problemOf(file)).toBe("not_a_picture");
  expect(readPicture("not base64!")).toEqual({ problem: { code: "not_a_picture", params: {} } });
});
