/** The images on which Tepat is built or beside which it runs, each on a line of a file. */

const files = ["Dockerfile", "compose.yaml"];
const line = /^(ARG BASE=| +image: )([a-z0-9./-]+:[\w.-]+)(?:@sha256:[0-9a-f]{64})?$/gm;

/** Returns the files with the digest of each image after its tag, so that a changed tag cannot replace the image. */
export function pinnedFiles(
  read: (file: string) => string,
  digestOf: (image: string) => string,
): [file: string, text: string][] {
  return files.map((file) => [
    file,
    read(file).replaceAll(line, (_, start: string, image: string) => {
      const digest = digestOf(image);
      if (!/^sha256:[0-9a-f]{64}$/.test(digest))
        throw new Error(`${image} has no digest: ${digest}`);
      return `${start}${image}@${digest}`;
    }),
  ]);
}
