import type { Schema } from "./field-rules.ts";
import { SchemaBuilder } from "./json-schema.ts";
import type { Binding, Rpc, Verb } from "./model.ts";
import { hasEtag } from "./openapi-responses.ts";
import type { Options } from "./options.ts";
import { sourceOf } from "./source.ts";

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
  return (rpc.query?.fields ?? []).map((field) => {
    const { description, examples, ...schema } = builder.field(field);
    return {
      name: field.name,
      in: "query",
      ...(options.rules(field).required ? { required: true } : {}),
      ...described(description as string | undefined),
      schema: { ...schema, ...(examples === undefined ? {} : { examples }) },
    };
  });
}

/**
 * Conditional requests of versioned resources, and the name of a write (conventions.if-match, conventions.idempotency).
 */
export function headerParameters(rpc: Rpc, verb: Verb, isConditional: boolean): Schema[] {
  const found: Schema[] = [];
  if (verb === "GET" && hasEtag(rpc))
    found.push(header("If-None-Match", "ETag of a known version; 304 when it is still current."));
  if (isConditional) {
    const says = "ETag of the version to change; 412 version_conflict when it is no longer current.";
    found.push(header("If-Match", says));
  }
  if (!rpc.readOnly && !rpc.isExpress && rpc.access !== "public") {
    const says =
      "Names this write: sent again within 24 hours, it is not done again, and its reply comes back.";
    const schema = { type: "string", minLength: 1, maxLength: 255, pattern: "^[ -~]+$" };
    found.push({ ...header("Idempotency-Key", says), schema });
  }
  return found;
}

function header(name: string, description: string): Schema {
  return { name, in: "header", description, schema: { type: "string" } };
}

function described(description: string | undefined): Schema {
  return description === undefined || description === "" ? {} : { description };
}
