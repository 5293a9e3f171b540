/**
 * Returns the module with the rules for a create request, with which the gateway in memory checks requests:
 * the document's schema without its descriptions.
 */
export function createPaymentModule(schemas: Readonly<Record<string, unknown>>): string {
  const rulesOf = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    if ("$ref" in value) return rulesOf(schemas[String(value.$ref).split("/").at(-1) ?? ""]);
    const { description: _, examples: __, ...rules } = value as Record<string, unknown>;
    return Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, rulesOf(rule)]));
  };
  return `// This file is auto-generated from the document

export const createPaymentSchema = ${JSON.stringify(rulesOf(schemas["CreatePayment"]))} as const;

export const createRefundSchema = ${JSON.stringify(rulesOf(schemas["CreateRefund"]))} as const;
`;
}
