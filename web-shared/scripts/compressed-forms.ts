import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/**
 * Returns the compressed forms of a file that is served, by the ending that is added to the file's name. They are made
 * when the file is built, as small as possible, so that a start of the server only has to read them.
 */
export async function compressedForms(bytes: Buffer): Promise<{ ".gz": Buffer; ".br": Buffer }> {
  const [gzipped, br] = await Promise.all([
    promisify(gzip)(bytes, { level: 9 }),
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
  ]);
  return { ".gz": gzipped, ".br": br };
}
