import type { oas31 } from "zod-openapi";
import type { ErrorCode } from "../../contract/errors.ts";
import { componentRef } from "./schemas.ts";

type Properties = Record<string, oas31.SchemaObject | oas31.ReferenceObject>;

/** Named schemas of the envelopes (specification, section 1). */
export function envelopeSchemas(
  codes: readonly ErrorCode[],
  reservedCodes: readonly ErrorCode[],
): Record<string, oas31.SchemaObject> {
  return {
    SuccessEnvelope: succeeded("ok", {}, "Envelope of a successful response."),
    CreatedEnvelope: succeeded("created", {}, "Envelope of a response with status 201."),
    PaginatedEnvelope: succeeded(
      "ok",
      { pagination: componentRef("Pagination") },
      "Envelope of one page of a list.",
    ),
    ErrorEnvelope: refused({ code: componentRef("ErrorCode"), message }, "Envelope of an error."),
    ValidationErrorEnvelope: refused(
      { code: validationError, message, errors },
      "Envelope of an error that names the invalid fields.",
    ),
    ReasonedErrorEnvelope: refused(
      { code: componentRef("ErrorCode"), message },
      "Envelope of an error, with codes that pages translate.",
      { reason: componentRef("RefusalReason") },
    ),
    ReasonedValidationErrorEnvelope: refused(
      { code: validationError, message, errors, problems },
      "Envelope of an error that names the invalid fields, with codes that pages translate.",
    ),
    ErrorCode: {
      type: "string",
      enum: [...codes],
      description: [
        "Identifies an error. Compare it exactly; a few codes are sentences.",
        ...reservedCodes.map(
          (code) => `\`${code}\` is reserved; no path of this document returns it.`,
        ),
      ].join(" "),
    },
  };
}

const message: oas31.SchemaObject = {
  type: "string",
  description: "A readable sentence: the cause and the next step.",
};

const validationError: oas31.SchemaObject = {
  type: "string",
  const: "validation_error" satisfies ErrorCode,
  description: "Always `validation_error`.",
};

const errors: oas31.SchemaObject = {
  type: "object",
  additionalProperties: { type: "string" },
  description: "The problem of each invalid field, by field name.",
};

function succeeded(word: string, more: Properties, description: string): oas31.SchemaObject {
  return envelope(
    {
      success: always(true, "True: Tepat carried out the request."),
      message: { type: "string", const: word, description: `Always \`${word}\`.` },
      ...more,
    },
    description,
  );
}

const problems: oas31.SchemaObject = {
  type: "array",
  items: componentRef("FieldProblem"),
  description: "The problems as codes.",
};

function refused(
  fields: Properties,
  description: string,
  optional: Properties = {},
): oas31.SchemaObject {
  return envelope(
    {
      success: always(false, "False: the request failed."),
      ...fields,
    },
    description,
    optional,
  );
}

function envelope(
  properties: Properties,
  description: string,
  optional: Properties = {},
): oas31.SchemaObject {
  return {
    type: "object",
    properties: { ...properties, ...optional },
    required: Object.keys(properties),
    description,
  };
}

/**
 * The schema says "not the other value", because openapi-generator's Python client refuses `true` if the document
 * says `const: true`.
 */
const always = (value: boolean, description: string): oas31.SchemaObject => ({
  type: "boolean",
  not: { const: !value },
  description,
});
