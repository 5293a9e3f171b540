import { reasonInEnglish, type RefusalReason } from "../../contract/refusal-reasons.ts";

/**
 * The refusal of an operator's command, with a message for that person. A refusal that the dashboard's pages can
 * receive too has a reason, for which the pages have their own texts. Clients of the API receive a GatewayError
 * instead.
 */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly reason: RefusalReason | undefined;

  constructor(said: string | RefusalReason, options?: ErrorOptions) {
    super(typeof said === "string" ? said : reasonInEnglish(said), options);
    this.reason = typeof said === "string" ? undefined : said;
  }
}
