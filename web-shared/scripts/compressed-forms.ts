import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/**
 * Returns the compressed forms of a served file, by the ending added to its name. They are made at build time with the
 * strongest compression, so that the server only reads them at start.
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
