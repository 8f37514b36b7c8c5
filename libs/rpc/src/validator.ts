import { AppError, type ErrorCode, validationFailed, type FieldError } from "@jst/errors";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { JsonSchema } from "./handler.ts";

/** More refused members than this are not listed: a reply stays small whatever was sent. */
const ERRORS_MAX = 100;

const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: false });
addFormats.default(ajv);

/** A schema made ready once, at start; never on a request's path. */
export class Validator {
  readonly schema: JsonSchema;
  readonly #validate: ValidateFunction;

  constructor(schema: JsonSchema) {
    this.schema = schema;
    this.#validate = ajv.compile(schema);
  }

  /** Every refused member of the value; empty when it is accepted. */
  errorsOf(value: unknown): FieldError[] {
    if (this.#validate(value)) return [];
    return fieldErrors(this.#validate.errors ?? []);
  }

  /**
   * Throws validation_failed with every refused member at once (contract 2); `unknownMember` in its place when one of
   * them is not accepted at all and the rpc has a code of its own for that.
   */
  requireBody(value: unknown, unknownMember?: ErrorCode): void {
    const errors = this.errorsOf(value);
    if (errors.length === 0) return;
    const names = errors.filter((error) => error.code === "unknown_field").map((error) => error.field);
    if (unknownMember === undefined || names.length === 0) throw validationFailed(errors);
    throw new AppError(unknownMember, `Not accepted here: ${names.slice(0, 5).join(", ").slice(0, 400)}.`, {
      errors: errors.map((error) =>
        error.code === "unknown_field" ? { ...error, code: unknownMember } : error,
      ),
    });
  }

  /** Throws unknown_parameter or invalid_parameter with every refused parameter at once. */
  requireQuery(value: unknown): void {
    const errors = this.errorsOf(value);
    if (errors.length === 0) return;
    const isUnknown = errors.some((error) => error.code === "unknown_field");
    const names = [...new Set(errors.map((error) => error.field))].join(", ");
    throw isUnknown
      ? new AppError("unknown_parameter", `This route does not take every parameter sent: ${names}.`, {
          errors: errors.map((error) =>
            error.code === "unknown_field" ? { ...error, code: "unknown_parameter" } : error,
          ),
        })
      : new AppError("invalid_parameter", `Refused: ${names}.`, { errors });
  }
}

function fieldErrors(errors: readonly ErrorObject[]): FieldError[] {
  const seen = new Set<string>();
  return errors
    .filter((error) => !isNullBranch(error))
    .map(fieldError)
    .filter((error) => {
      const key = `${error.field} ${error.code}`;
      return seen.has(key) ? false : seen.add(key);
    })
    .slice(0, ERRORS_MAX);
}

/** A nullable member is anyOf [T, null]; only T's own complaint helps the reader. */
function isNullBranch(error: ErrorObject): boolean {
  return error.keyword === "anyOf" || /\/anyOf\/1\/type$/.test(error.schemaPath);
}

const CODES: Record<string, string> = {
  additionalProperties: "unknown_field",
  unevaluatedProperties: "unknown_field",
  required: "required",
  type: "invalid_type",
  enum: "invalid_value",
  const: "invalid_value",
  format: "invalid_format",
  pattern: "invalid_format",
  minLength: "too_short",
  maxLength: "too_long",
  minimum: "too_small",
  exclusiveMinimum: "too_small",
  maximum: "too_large",
  exclusiveMaximum: "too_large",
  minItems: "too_few",
  maxItems: "too_many",
  minProperties: "too_few",
  maxProperties: "too_many",
  uniqueItems: "duplicate",
};

function fieldError(error: ErrorObject): FieldError {
  const params = error.params as Record<string, unknown>;
  const member = params["additionalProperty"] ?? params["unevaluatedProperty"] ?? params["missingProperty"];
  const path = error.instancePath.split("/").slice(1).map(unescapePointer);
  if (typeof member === "string") path.push(member);
  const code = CODES[error.keyword] ?? "invalid";
  return { field: path.join("."), code, message: messageOf(code, error, params) };
}

function messageOf(code: string, error: ErrorObject, params: Record<string, unknown>): string {
  if (code === "unknown_field") return "This member is not accepted here.";
  if (code === "required") return "This member is required.";
  const allowed = params["allowedValues"];
  if (Array.isArray(allowed)) return `Must be one of: ${allowed.slice(0, 50).join(", ")}.`;
  const text = error.message ?? "is not accepted";
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function unescapePointer(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}
