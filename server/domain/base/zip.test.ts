import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { fromBuffer, type ZipFile } from "yauzl";
import { zipOf, type ZippedFile } from "./zip.ts";

function file(name: string, ...parts: (string | Uint8Array | Error)[]): ZippedFile {
  async function* chunks() {
    for (const part of parts) {
      if (part instanceof Error) throw part;
      yield part;
    }
  }
  return { name, chunks: chunks() };
}

/** Reads the archive with a third-party reader. */
async function contentsOf(archive: Buffer): Promise<Record<string, string>> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true }, (cause, opened) =>
      cause ? reject(cause) : resolve(opened),
    );
  });
  const found: Record<string, string> = {};
  return await new Promise((resolve, reject) => {
    zip.on("error", reject).on("end", () => resolve(found));
    zip.on("entry", (entry) => {
      zip.openReadStream(entry, (cause, stream) => {
        if (cause) return reject(cause);
        buffer(stream).then((bytes) => {
          found[entry.fileName] = bytes.toString();
          zip.readEntry();
        }, reject);
      });
    });
    zip.readEntry();
  });
}

test("an archive contains its files of any size and name", async () => {
  const large = "baris\n".repeat(200_000);
  const files = [
    file("empty.txt"),
    file("buku besar/é.csv", "a,", Buffer.from("b\n")),
    file("l.txt", large),
  ];
  expect(await contentsOf(await buffer(zipOf(files)))).toEqual({
    "empty.txt": "",
    "buku besar/é.csv": "a,b\n",
    "l.txt": large,
  });
});

test("an unreadable part ends the archive with its error, but not the process", async () => {
  const files = [file("a.txt", "a"), file("b.txt", "b", new Error("the database is away"))];
  await expect(buffer(zipOf(files))).rejects.toThrow("the database is away");
});

test("a closed reader ends the reading of the file", async () => {
  let isEnded = false;
  async function* chunks() {
    try {
      for (;;) yield Buffer.alloc(100_000, "x");
    } finally {
      isEnded = true;
    }
  }
  let seen = 0;
  for await (const _ of zipOf([{ name: "endless.txt", chunks: chunks() }])) {
    seen += 1;
    if (seen === 3) break;
  }
  await expect.poll(() => isEnded).toBe(true);
});
