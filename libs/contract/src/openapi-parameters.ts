import {
  CURSOR_OR_INSTANT_PATTERN,
  CURSOR_PATTERN,
  FILTER_PATTERN,
  IF_MATCH_PATTERN,
  INSTANT_OR_DATE_PATTERN,
  NAMES_PATTERN,
  SORT_PATTERN,
} from "@jst/query/patterns";
import { FILE_PARAMETERS } from "@jst/tabular/parameters";
import type { Schema } from "./field-rules.ts";
import { SchemaBuilder } from "./json-schema.ts";
import { listOf } from "./list-files.ts";
import type { Binding, Rpc, Verb } from "./model.ts";
import { answersUnchanged } from "./openapi-responses.ts";
import type { Options } from "./options.ts";
import { sourceOf } from "./source.ts";

/** Patterns of parameters, by their name, or by message and name; the readers of these have the same ones. */
const PATTERNS: Readonly<Record<string, string>> = {
  sort: SORT_PATTERN,
  cursor: CURSOR_PATTERN,
  filter: FILTER_PATTERN,
  toolsets: NAMES_PATTERN,
  tools: NAMES_PATTERN,
  exclude: NAMES_PATTERN,
  "ListBookingsQuery.from": INSTANT_OR_DATE_PATTERN,
  "ListBookingsQuery.to": INSTANT_OR_DATE_PATTERN,
  "ListEventsQuery.since": CURSOR_OR_INSTANT_PATTERN,
};

/** Parameters of the path; every id is text. */
export function pathParameters(rpc: Rpc, binding: Binding): Schema[] {
  return binding.template.fields.map((name) => {
    const field = rpc.desc.input.fields.find((candidate) => candidate.name === name);
    const description = field ? sourceOf(field).comment : "";
    return { name, in: "path", required: true, ...described(description), schema: { type: "string" } };
  });
}

/** Parameters of the query, with the schema the service checks them by. */
export function queryParameters(rpc: Rpc, options: Options): Schema[] {
  const builder = new SchemaBuilder(options, "#/components/schemas/");
  const own = (rpc.query?.fields ?? []).map((field) => {
    const { description, examples, ...schema } = builder.field(field);
    const pattern = PATTERNS[`${field.parent.name}.${field.name}`] ?? PATTERNS[field.name];
    return {
      name: field.name,
      in: "query",
      ...(options.rules(field).required ? { required: true } : {}),
      ...described(description as string | undefined),
      schema: {
        ...schema,
        ...(pattern === undefined ? {} : { pattern }),
        ...(examples === undefined ? {} : { examples }),
      },
    };
  });
  return listOf(rpc) === undefined ? own : [...own, ...fileParameters(own)];
}

/** Parameters of the file of a list, without those that the list has itself. */
function fileParameters(own: readonly { name: string }[]): Schema[] {
  return Object.entries(FILE_PARAMETERS)
    .filter(([name]) => own.every((parameter) => parameter.name !== name))
    .map(([name, { description, ...schema }]) => ({ name, in: "query", description, schema }));
}

/**
 * Conditional requests of versioned resources, and the name and the reason of a write (conventions.if-match,
 * conventions.idempotency, trust.reason).
 */
export function headerParameters(rpc: Rpc, verb: Verb, isConditional: boolean): Schema[] {
  const found: Schema[] = [];
  if (verb === "GET" && answersUnchanged(rpc))
    found.push(header("If-None-Match", "ETag of a known version; 304 when it is still current."));
  if (isConditional) {
    const says = "ETag of the version to change; 412 version_conflict when it is no longer current.";
    const schema = { type: "string", pattern: IF_MATCH_PATTERN, examples: ['"3"'] };
    found.push({ ...header("If-Match", says), schema });
  }
  if (rpc.isKeyed || (!rpc.readOnly && !rpc.isExpress && rpc.access !== "public")) {
    const says =
      "Names this write: sent again within 24 hours, it is not done again, and its reply comes back.";
    const schema = { type: "string", minLength: 1, maxLength: 255, pattern: "^[ -~]+$" };
    found.push({ ...header("Idempotency-Key", says), schema });
    const why =
      "Why this write is made: 1 to 500 characters, percent-encoded in UTF-8. Its changeset shows it.";
    const encoded = { type: "string", pattern: "^(?:[ -$&-~]|%[0-9A-Fa-f]{2})+$" };
    found.push({ ...header("X-Change-Reason", why), schema: encoded });
  }
  return found;
}

function header(name: string, description: string): Schema {
  return { name, in: "header", description, schema: { type: "string" } };
}

function described(description: string | undefined): Schema {
  return description === undefined || description === "" ? {} : { description };
}
