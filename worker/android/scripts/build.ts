import { buildApk } from "./build-apk.ts";
import { findToolchain } from "./toolchain.ts";

/** `npm run android` */

const { toolchain, missing } = findToolchain();
if (!toolchain) {
  console.error(missing);
  process.exit(1);
}
try {
  const { apk, bytes, sha256, unsignedSha256, isRelease } = await buildApk(toolchain);
  console.log(`${apk}
  ${(bytes / 1000).toFixed(1)} kB
  sha256            ${sha256}
  before signing    ${unsignedSha256}
  signed by         ${isRelease ? "the key of TEPAT_ANDROID_KEYSTORE" : "a debug key that was made on this machine: an app of another key cannot update it. For a release set TEPAT_ANDROID_KEYSTORE and TEPAT_ANDROID_KEYSTORE_PASSWORD."}`);
} catch (error) {
  const { stderr, message } = error as Error & { stderr?: string };
  console.error(stderr || message);
  process.exit(1);
}
