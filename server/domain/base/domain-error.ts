import { reasonInEnglish, type RefusalReason } from "../../contract/refusal-reasons.ts";

/**
 * A refusal of an operator's command, with a message for that person; one that the dashboard's pages meet too has a reason,
 * which they say in their own words. Callers of the API get a GatewayError instead.
 */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly reason: RefusalReason | undefined;

  constructor(said: string | RefusalReason, options?: ErrorOptions) {
    super(typeof said === "string" ? said : reasonInEnglish(said), options);
    this.reason = typeof said === "string" ? undefined : said;
  }
}
