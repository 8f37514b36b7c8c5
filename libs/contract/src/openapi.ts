import type { DescMessage } from "@bufbuild/protobuf";
import type { Schema } from "./field-rules.ts";
import { SchemaBuilder } from "./json-schema.ts";
import type { Protos } from "./load.ts";
import { isFreeForm, logicalMessagesOf, nestedMessagesOf } from "./logical.ts";
import { camel, kebab, type Binding, type Rpc } from "./model.ts";
import { pathParameters, preconditionParameters, queryParameters } from "./openapi-parameters.ts";
import { componentResponses, isVersioned, responseHeaders, responsesOf } from "./openapi-responses.ts";

const COMPONENTS = "#/components/schemas/";

/** The OpenAPI 3.1 description: every path, aliases included, with the schemas the services enforce. */
export function openapiOf(rpcs: readonly Rpc[], protos: Protos): Schema {
  const http = rpcs.filter((rpc) => rpc.bindings.length > 0);
  return {
    openapi: "3.1.1",
    info: {
      title: "Team Data API",
      version: "v1",
      description:
        "One team's data, for applications that hold a token of that team. Errors are application/problem+json; branch on `code`.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/", description: "The team's own host." }],
    security: [{ bearer: [] }],
    tags: tagsOf(http),
    paths: pathsOf(http, protos),
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "jst_…",
          description: "An API token of the team.",
        },
      },
      headers: responseHeaders,
      responses: componentResponses,
      schemas: componentSchemas(http, protos),
    },
  };
}

function componentSchemas(rpcs: readonly Rpc[], protos: Protos): Schema {
  const builder = new SchemaBuilder(protos.options, COMPONENTS);
  const queries = new Set(rpcs.map((rpc) => rpc.query));
  const messages = logicalMessagesOf(rpcs).filter((message) => !queries.has(message));
  const schemas = new Map(messages.map((message) => [message.name, builder.message(message)]));
  const problem = protos.registry.getMessage("platform.v1.Problem");
  if (problem) {
    // Each code may bring members of its own, such as existing_id.
    schemas.set(problem.name, { ...builder.message(problem), additionalProperties: true });
    for (const message of nestedMessagesOf(problem)) schemas.set(message.name, builder.message(message));
  }
  return Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function pathsOf(rpcs: readonly Rpc[], protos: Protos): Schema {
  const paths = new Map<string, Schema>();
  for (const rpc of rpcs) {
    for (const [index, binding] of rpc.bindings.entries()) {
      const path = paths.get(binding.template.text) ?? {};
      path[binding.verb.toLowerCase()] = operation(rpc, binding, index, protos);
      paths.set(binding.template.text, path);
    }
  }
  return Object.fromEntries([...paths].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function operation(rpc: Rpc, binding: Binding, index: number, protos: Protos): Schema {
  const canonical = rpc.bindings[0]?.template.text ?? "";
  const [, summary = "", rest = ""] = /^(.*?)[.]?(?:(?<=[.]) (.*))?$/.exec(rpc.description) ?? [];
  const parameters = [
    ...pathParameters(rpc, binding),
    ...queryParameters(rpc, protos.options),
    ...preconditionParameters(binding.verb, isVersioned(rpc)),
  ];
  return {
    operationId: index === 0 ? camel(rpc.method) : `${camel(rpc.method)}Alias${index === 1 ? "" : index}`,
    tags: [tagOf(rpc)],
    summary,
    ...(rest === "" ? {} : { description: rest }),
    ...(index === 0 ? {} : { "x-alias-of": canonical }),
    ...(rpc.access === "public" ? { security: [] } : {}),
    ...(rpc.access === "scope" ? { "x-scope": `${rpc.resource}:${rpc.action}` } : {}),
    ...(rpc.module === "" ? {} : { "x-module": rpc.module }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(rpc.request ? { requestBody: requestBody(rpc.request, !rpc.isBodyOptional, protos) } : {}),
    responses: responsesOf(rpc, binding.verb, schemaRef(rpc.response)),
  };
}

function requestBody(message: DescMessage, required: boolean, protos: Protos): Schema {
  const example = exampleOf(message, protos);
  return {
    required,
    content: {
      "application/json": { schema: schemaRef(message), ...(example === undefined ? {} : { example }) },
    },
  };
}

/** The members that have an example; undefined when a required one has none, for then it would be a wrong example. */
function exampleOf(message: DescMessage, protos: Protos): Schema | undefined {
  const example: Schema = {};
  for (const field of message.fields) {
    const text = protos.options.json(field).example;
    if (text !== undefined) example[field.name] = JSON.parse(text);
    else if (protos.options.rules(field).required) return undefined;
  }
  return Object.keys(example).length === 0 ? undefined : example;
}

function schemaRef(message: DescMessage): Schema {
  return isFreeForm(message) ? { type: "object" } : { $ref: `${COMPONENTS}${message.name}` };
}

/** The scope's resource; the service's own name where there is none. */
function tagOf(rpc: Rpc): string {
  return rpc.resource === "" || rpc.resource === "*" ? kebab(rpc.desc.parent.name) : rpc.resource;
}

function tagsOf(rpcs: readonly Rpc[]): Schema[] {
  return [...new Set(rpcs.map(tagOf))].sort().map((name) => ({ name }));
}
