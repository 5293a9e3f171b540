/** The reason why a customer gets no payment. Each kind has its own page, in both languages. */
export type PublicRefusalKind =
  | "link_closed"
  | "link_ended"
  | "sold_out"
  | "no_account"
  | "totals_used_up"
  | "too_many_unpaid"
  | "too_much_held"
  | "link_busy"
  | "stale_form"
  | "sale_cancelled"
  | "sale_ended";

/** Further details of the refusal, as far as they are known. */
interface RefusalDetails {
  /** The time at which to retry, RFC 3339. */
  at?: string | null;
  cause?: unknown;
}

export class PublicRefusal extends Error {
  override readonly name = "PublicRefusal";
  readonly kind: PublicRefusalKind;
  readonly at: string | null;

  constructor(kind: PublicRefusalKind, { at = null, cause }: RefusalDetails = {}) {
    super(`a customer was refused: ${kind}`, { cause });
    this.kind = kind;
    this.at = at;
  }
}
