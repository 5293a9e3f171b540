import { mkdir, mkdtemp, readdir, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { linkLibraries } from "./binaries.ts";

test("libraries are linked if npm did not run the package's script, with any number of processes", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "tepat-libraries-"));
  try {
    const native = path.join(folder, "native");
    await mkdir(path.join(native, "lib"), { recursive: true });
    await writeFile(path.join(native, "lib/libpq.so.5.18"), "");
    await linkLibraries(native); // There is no list, as on macOS, so nothing must be linked.
    const source = "native/lib/libpq.so.5.18";
    const links = ["libpq.so", "libpq.so.5"].map((name) => ({
      source,
      target: `native/lib/${name}`,
    }));
    await writeFile(path.join(native, "pg-symlinks.json"), JSON.stringify(links));
    await Promise.all([linkLibraries(native), linkLibraries(native)]);
    await linkLibraries(native);
    expect(await readdir(path.join(native, "lib"))).toEqual([
      "libpq.so",
      "libpq.so.5",
      "libpq.so.5.18",
    ]);
    expect(await readlink(path.join(native, "lib/libpq.so.5"))).toBe("libpq.so.5.18");
  } finally {
    await rm(folder, { recursive: true });
  }
});
