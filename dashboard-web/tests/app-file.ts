import { androidPackage } from "../../server/testing/android-package.ts";

/** The app that the tests' server offers. It is larger than one message of adb. */
export const appFile = (): Buffer => Buffer.concat([androidPackage("1.2.3"), filler]);

const filler = Buffer.alloc(1_500_000, "tepat");
