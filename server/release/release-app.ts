import { execFileSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import path from "node:path";
import { findToolchain } from "../../worker/android/scripts/build.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Builds the Android app of a release and returns null. If programs are missing, the release continues without the
 * app, and the returned text names them. A failed build stops the release.
 */
export function buildReleaseApp(
  { root, folder, version }: { root: string; folder: string; version: string },
  environment: Environment,
): string | null {
  const { missing } = findToolchain(environment);
  if (missing !== null) return `The release has no Android app. ${missing}`;
  execFileSync(process.execPath, ["worker/android/scripts/build.ts"], {
    cwd: root,
    env: environment,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const apk = path.join(root, "worker/android/build/tepat-worker.apk");
  copyFileSync(apk, path.join(folder, `tepat-worker-${version}.apk`));
  return null;
}
