import {
  AppError,
  type ErrorCode,
  ERRORS_MAX,
  toldNames,
  validationFailed,
  type FieldError,
} from "@jst/errors";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { isDate, isInstant } from "@jst/query";
import { showsSomething } from "@jst/values";
import { isEmail } from "@jst/values/email";
import addFormats from "ajv-formats";
import { faultMessage, type SchemaFault } from "./fault-message.ts";
import { fieldOf } from "./field-path.ts";
import { isUuid } from "./incoming.ts";

/**
 * Up to so many members of a value each is held against the schema after one was refused. A larger one is told the
 * first alone: half a million wrong members are as many errors to make, and 100 of them to show.
 */
const MEMBERS_MAX = 5_000;

const first = strictAjv(false);
const every = strictAjv(true);

/** Judges a text by its length; one that must have a character has one that its readers see (conventions.names). */
function isLongEnough(limit: number, text: string): boolean {
  const isSeen = limit === 0 || text === "" || showsSomething(text);
  if (isSeen && (text.length >= 2 * limit || Array.from(text).length >= limit)) return true;
  isLongEnough.errors = [{ keyword: "minLength", params: { limit, isSeen } }];
  return false;
}
isLongEnough.errors = [] as Partial<ErrorObject>[];

function strictAjv(allErrors: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors,
    // Verbose errors have the schema that refused: its members are told in place of an unknown one.
    verbose: true,
    strict: true,
    allowUnionTypes: false,
    // Strict compilation refuses a bad keyword by itself; to compile the schema of schemas too costs a process 40 ms.
    meta: false,
    validateSchema: false,
  });
  addFormats.default(ajv);
  ajv.removeKeyword("minLength");
  ajv.addKeyword({ keyword: "minLength", type: "string", schemaType: "number", validate: isLongEnough });
  // That of the package takes `urn:uuid:` before it as well, which PostgreSQL refuses.
  ajv.addFormat("uuid", { type: "string", validate: isUuid });
  // The package's formats accept offsets, years and leap seconds that clocks and databases lack (conventions.times).
  ajv.addFormat("date-time", { type: "string", validate: isInstant });
  // International addresses are addresses too (values.emails).
  ajv.addFormat("email", { type: "string", validate: isEmail });
  ajv.addFormat("date", { type: "string", validate: isDate });
  return ajv;
}

/** JSON Schema 2020-12 as the generator emits it. */
export type JsonSchema = Record<string, unknown>;

/** A fault at its place: `path` leads from the root of the schema to the refused member. */
export interface PlacedFault extends SchemaFault {
  root: JsonSchema;
  path: readonly string[];
}

/** Sentence of a fault, for the readers of one door. */
export type FaultSentence = (fault: PlacedFault) => string;

/** Validators whose schemas have not been compiled, in the order in which they were made. */
const uncompiled = new Set<Validator>();

/** Compiles the schema of every validator, one in each turn of the event loop: a service does so once it listens. */
export function compileSchemas(): void {
  const [next] = uncompiled;
  if (next === undefined) return;
  next.compile();
  setImmediate(compileSchemas);
}

/** A schema, which is compiled at its first use at the latest; the way to all errors on the first refusal. */
export class Validator {
  readonly schema: JsonSchema;
  #validate: ValidateFunction | undefined;
  #validateAll: ValidateFunction | undefined;
  readonly #sentence: FaultSentence;

  constructor(schema: JsonSchema, sentence: FaultSentence = faultMessage) {
    this.schema = schema;
    this.#sentence = sentence;
    uncompiled.add(this);
  }

  /** Compiles the schema, once. */
  compile(): ValidateFunction {
    uncompiled.delete(this);
    return (this.#validate ??= first.compile(this.schema));
  }

  /** Finds every refused member of the value, or the first one of a very large value; empty if it is accepted. */
  errorsOf(value: unknown): FieldError[] {
    const validate = this.compile();
    if (validate(value)) return [];
    if (membersOf(value, MEMBERS_MAX) > MEMBERS_MAX) return this.#faults(validate.errors);
    this.#validateAll ??= every.compile(this.schema);
    this.#validateAll(value);
    return this.#faults(this.#validateAll.errors);
  }

  #faults(errors: readonly ErrorObject[] | null | undefined): FieldError[] {
    return fieldErrors(errors ?? [], (fault) => this.#sentence({ ...fault, root: this.schema }));
  }

  /**
   * Throws validation_failed with every refused member at once (errors.all-at-once), those of `faults` first;
   * `unknownMember` in its place when the schema does not know one of them and the rpc has a code of its own for that.
   */
  requireBody(value: unknown, faults: readonly FieldError[] = [], unknownMember?: ErrorCode): void {
    const found = this.errorsOf(value);
    const errors = besides(faults, found);
    if (errors.length === 0) return;
    const names = found.filter((error) => error.code === "unknown_field").map((error) => error.field);
    if (unknownMember === undefined || names.length === 0) throw validationFailed(errors);
    throw new AppError(
      unknownMember,
      `These fields are not accepted here: ${names.slice(0, 5).join(", ").slice(0, 400)}. Remove them.`,
      {
        errors: errors.map((error) =>
          error.code === "unknown_field" ? { ...error, code: unknownMember } : error,
        ),
      },
    );
  }

  /** Throws unknown_parameter or invalid_parameter with every refused parameter at once, those of `faults` first. */
  requireQuery(value: unknown, faults: readonly FieldError[] = []): void {
    const errors = besides(faults, this.errorsOf(value)).slice(0, ERRORS_MAX);
    if (errors.length === 0) return;
    const unknown = errors.filter((error) => error.code === "unknown_field");
    if (unknown.length === 0) {
      const names = new Set(errors.map((error) => error.field));
      throw new AppError(
        "invalid_parameter",
        `These parameters are not valid: ${[...names].join(", ")}. See errors.`,
        { errors },
      );
    }
    const sent = toldNames(unknown.map((error) => error.field));
    const taken = toldNames(membersOfSchema(this.schema)) || "none";
    throw new AppError(
      "unknown_parameter",
      `This route does not accept these parameters: ${sent}. It accepts: ${taken}.`,
      { errors: errors.map((error) => (unknown.includes(error) ? unknownParameter(error) : error)) },
    );
  }
}

/** Joins the faults with those that were found elsewhere. */
function besides(faults: readonly FieldError[], found: readonly FieldError[]): FieldError[] {
  const told = new Set(faults.map(({ field }) => field));
  return [...faults, ...found.filter(({ field }) => !told.has(field))];
}

function fieldErrors(
  errors: readonly ErrorObject[],
  sentence: (fault: Omit<PlacedFault, "root">) => string,
): FieldError[] {
  const seen = new Set<string>();
  const unknownIn = new Set<string>();
  return errors
    .filter((error) => !isNullBranch(error))
    .map((error) => ({ error, path: pathOf(error), code: codeOf(error) }))
    .filter(({ path, code }) => {
      const key = `${fieldOf(path)} ${code}`;
      return seen.has(key) ? false : seen.add(key);
    })
    .slice(0, ERRORS_MAX)
    .map(({ error, path, code }) => {
      // A hundred unknown members of one object are not told a hundred times what it has.
      const isFirst = !unknownIn.has(error.instancePath);
      if (CODES[error.keyword] === "unknown_field") unknownIn.add(error.instancePath);
      const accepted = isFirst ? membersOfSchema(error.parentSchema) : [];
      const { keyword, params } = error;
      return { field: fieldOf(path), code, message: sentence({ keyword, params, accepted, path }) };
    });
}

/** Members of the value and of what is in it; it stops counting beyond `most`. */
function membersOf(value: unknown, most: number): number {
  if (value === null || typeof value !== "object") return 0;
  let count = 0;
  for (const member of Array.isArray(value) ? value : Object.values(value)) {
    count += 1 + membersOf(member, most - count);
    if (count > most) break;
  }
  return count;
}

/**
 * Tests for the null branch of a nullable member, which is anyOf [T, null]: only T's own complaint helps the reader.
 */
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

/** Members that the schema has, without deprecated ones: those are accepted and ignored. */
export function membersOfSchema(schema: JsonSchema | undefined): string[] {
  const members = Object.entries((schema?.["properties"] ?? {}) as Record<string, JsonSchema>);
  return members.filter(([, member]) => member["deprecated"] !== true).map(([name]) => name);
}

/** Builds the fault of an unknown parameter; the detail of the refusal lists the accepted names once for all. */
function unknownParameter({ field }: FieldError): FieldError {
  return {
    field,
    code: "unknown_parameter",
    message: "This parameter is not accepted here. Remove it, or correct its name.",
  };
}

function codeOf({ keyword, params }: ErrorObject): string {
  const isUnseen = (params as { isSeen?: boolean }).isSeen === false;
  return isUnseen ? "required" : (CODES[keyword] ?? "invalid");
}

/** Path to the refused member: of one that is unknown or missing its object names it. */
function pathOf({ instancePath, params }: ErrorObject): string[] {
  const named = params as Record<string, unknown>;
  const member = named["additionalProperty"] ?? named["unevaluatedProperty"] ?? named["missingProperty"];
  const path = instancePath.split("/").slice(1).map(unescapePointer);
  return typeof member === "string" ? [...path, member] : path;
}

function unescapePointer(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}
