import { reasonInEnglish, type RefusalReason } from "../../contract/refusal-reasons.ts";

/**
 * The refusal of an operator's command, with a message for that person. If the dashboard's pages can get it too, it has
 * a reason, for which they have their own texts. Callers of the API get a GatewayError instead.
 */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly reason: RefusalReason | undefined;

  constructor(said: string | RefusalReason, options?: ErrorOptions) {
    super(typeof said === "string" ? said : reasonInEnglish(said), options);
    this.reason = typeof said === "string" ? undefined : said;
  }
}
