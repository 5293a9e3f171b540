/** A refusal of an operator's command, with a message for that person. Callers of the API get a GatewayError instead. */
export class DomainError extends Error {
  override readonly name = "DomainError";
}
