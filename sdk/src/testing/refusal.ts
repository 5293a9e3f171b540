import { errorCatalogue } from "../generated/errors.gen.ts";
import type { ErrorCode } from "../generated/types.gen.ts";

interface RefusalOptions {
  readonly status?: number;
  readonly message?: string;
  readonly errors?: Record<string, string>;
  readonly headers?: Record<string, string>;
}

/** An error response of the fake. Its status and message come from the catalogue. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Record<string, unknown>;

  constructor(code: ErrorCode, { status, message, errors, headers = {} }: RefusalOptions = {}) {
    super(message ?? errorCatalogue[code].message);
    this.status = status ?? errorCatalogue[code].status;
    this.headers = headers;
    this.body = { success: false, code, message: this.message, ...(errors && { errors }) };
  }
}
