import { execFileSync, spawnSync } from "node:child_process";
import path from "node:path";

/**
 * Builds the image with buildah, as root and without Docker, and saves it as an OCI archive for `docker load` or
 * `podman load`. Returns null, or the reason why there is no image. Without a base, the Dockerfile's base is
 * downloaded.
 */
export function buildImage(
  root: string,
  { folder, version, base }: { folder: string; version: string; base: string | undefined },
): string | null {
  if (spawnSync("buildah", ["--version"]).status !== 0) {
    return "The release has no image: buildah is missing.";
  }
  const storage = path.join(root, ".cache/buildah");
  const places = ["--root", storage, "--runroot", `${storage}-run`, "--storage-driver", "vfs"];
  const buildah = (...args: string[]) =>
    execFileSync("buildah", [...places, ...args], { cwd: root, stdio: ["ignore", 2, "inherit"] });
  const name = `localhost/tepat:${version}`;
  const from = base === undefined ? [] : ["--pull=never", "--build-arg", `BASE=${base}`];
  buildah("build", "--quiet", "--isolation", "chroot", ...from, "--tag", name, ".");
  buildah(
    "push",
    "--quiet",
    name,
    `oci-archive:${folder}/tepat-image-${version}.tar:tepat:${version}`,
  );
  return null;
}
