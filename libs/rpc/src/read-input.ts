import { composed, composedTexts } from "@jst/values";
import type { FieldError } from "@jst/errors";
import { fieldOf } from "./field-path.ts";
import type { BodyRules, Input, RpcDefinition } from "./handler.ts";
import { requireJson, type Incoming } from "./incoming.ts";
import { storePhones } from "./stored-phones.ts";
import { readQuery } from "./query-string.ts";
import { JSON_DEPTH_MAX, parseJson, strictFaults, withWrittenNumbers } from "./strict-json.ts";
import { Validator } from "./validator.ts";
import type { WireRequest } from "./wire-request.ts";

export type AnyInput = Input<Record<string, string>, unknown, unknown>;

const nothing = { type: "object", properties: {}, additionalProperties: false };

/** Reads the input of one rpc and refuses what its schemas do not allow: the query first, then the body. */
export class InputReader {
  readonly #rpc: Pick<
    RpcDefinition<unknown>,
    "path" | "bodyOptional" | "unknownMember" | "bare" | "exact" | "phones"
  >;
  readonly #query: Validator;
  readonly #body: Validator;
  readonly #takesBody: boolean;
  readonly #faults: NonNullable<BodyRules["faults"]>;

  constructor(rpc: Omit<RpcDefinition<never>, "handler">, { faults = () => [] }: BodyRules = {}) {
    this.#rpc = rpc;
    this.#faults = faults;
    this.#query = new Validator(rpc.query ?? nothing);
    this.#body = new Validator(rpc.request ?? nothing);
    this.#takesBody = rpc.request !== null;
  }

  /** Reads the input of a call from the wire, and its telephone numbers by the country of the caller's team. */
  read(request: WireRequest, incoming: Incoming, country?: string): AnyInput {
    const { values: query, faults } = readQuery(incoming.target, this.#query.schema);
    storePhones(query, this.#rpc.phones, country);
    this.#query.requireQuery(query, faults);
    return {
      path: Object.fromEntries(this.#rpc.path.map((name) => [name, composed(request.path[name] ?? "")])),
      query,
      body: this.#readBody(request, incoming, country),
    };
  }

  /** Refuses a stored input that the present schemas do not allow. */
  recheck({ query, body }: AnyInput): void {
    this.#query.requireQuery(query);
    const faults = this.#faults(body, () => body);
    if (this.#takesBody) this.#body.requireBody(body, faults, this.#rpc.unknownMember);
  }

  /** The stored input with another body, which is read and refused as one that came in (trust.edit). */
  withBody(input: AnyInput, value: unknown, country?: string): AnyInput {
    const strict: FieldError[] = [];
    const body = composeMembers(wrapped(value, this.#rpc.bare), this.#rpc.exact ?? [], strict);
    storePhones(body, this.#rpc.phones, country);
    this.#body.requireBody(body, [...strict, ...this.#faults(body, () => body)], this.#rpc.unknownMember);
    return { ...input, body };
  }

  /** A route that takes no body takes an empty object, which many clients send; what else is sent would be lost. */
  #readBody(request: WireRequest, incoming: Incoming, country: string | undefined): unknown {
    const bytes = request.body?.data ?? Buffer.alloc(0);
    if (bytes.length === 0 && !this.#takesBody) return undefined;
    if (bytes.length === 0 && this.#rpc.bodyOptional) return {};
    requireJson(request.body?.contentType, incoming.header("content-encoding"), bytes.length === 0);
    const value = wrapped(parseJson(bytes, JSON_DEPTH_MAX), this.#rpc.bare);
    const written = () => wrapped(withWrittenNumbers(bytes), this.#rpc.bare);
    const strict = strictFaults(value);
    const { exact = [] } = this.#rpc;
    const body = composeMembers(value, exact, strict);
    storePhones(body, this.#rpc.phones, country);
    const faults = [...strict, ...this.#faults(body, written)];
    this.#body.requireBody(body, faults, this.#rpc.unknownMember);
    return this.#takesBody ? body : undefined;
  }
}

/**
 * Composes the texts of a JSON value in place (conventions.unicode), but for members whose paths are exact. An object
 * that names one member in two spellings is added to the faults.
 */
export function composeMembers<Value>(value: Value, exact: readonly string[], faults: FieldError[]): Value {
  const message = "This field is sent twice, in two spellings of its name. Send it once.";
  const onClash = (name: string) => faults.push({ field: fieldOf([name]), code: "duplicate", message });
  return composedTexts(value, { exact, onClash });
}

/** Wraps the object as the member of this name, unless it already has an object there. */
function wrapped(value: unknown, bare: string | undefined): unknown {
  if (bare === undefined || !isObject(value)) return value;
  return Object.hasOwn(value, bare) && isObject(value[bare]) ? value : { [bare]: value };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
