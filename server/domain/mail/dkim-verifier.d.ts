/** Declares the parts of the verifier that Tepat uses. The published types cover only the whole library. */
declare module "mailauth/lib/dkim/dkim-verifier.js" {
  import type { Writable } from "node:stream";
  import type { dkimVerify } from "mailauth/lib/dkim/verify.js";

  export interface SignatureHeader {
    type: "DKIM" | "ARC";
    signingDomain: string;
    selector: string;
    hashAlgo: string;
    /** The signature's `l=`; an empty text if there is none. */
    maxBodyLength: number | "";
    /** The reason why the signature is not checked. */
    skip?: string;
    invalid?: string;
  }

  export default { DkimVerifier };

  export class DkimVerifier extends Writable {
    constructor(options: Parameters<typeof dkimVerify>[1]);
    readonly signatureHeaders: SignatureHeader[];
    readonly results: Awaited<ReturnType<typeof dkimVerify>>["results"];
    prepareSignature(signature: SignatureHeader): void;
  }
}
