import type { DescMessage } from "@bufbuild/protobuf";
import type { Schema } from "./field-rules.ts";
import { eventMessages, openapiWebhooks } from "./emit-events.ts";
import { SchemaBuilder } from "./json-schema.ts";
import type { Protos } from "./load.ts";
import { sourceOf } from "./source.ts";
import { isFreeForm, logicalMessagesOf, nestedMessagesOf } from "./logical.ts";
import { exampleOf } from "./examples.ts";
import { camel, isOfOAuth, isPage, kebab, type Binding, type Rpc } from "./model.ts";
import { headerParameters, pathParameters, queryParameters } from "./openapi-parameters.ts";
import { portable } from "./openapi-portable.ts";
import {
  canBeQueued,
  componentResponses,
  isVersioned,
  orBatch,
  responseHeaders,
  responsesOf,
} from "./openapi-responses.ts";

const COMPONENTS = "#/components/schemas/";

/** The OpenAPI 3.1 description: every path, aliases included, with the schemas the services enforce. */
export function openapiOf(rpcs: readonly Rpc[], protos: Protos): Schema {
  const http = rpcs.filter((rpc) => rpc.bindings.length > 0 && !isOfOAuth(rpc)).map(asCalled);
  return portable({
    openapi: "3.1.1",
    info: {
      title: "Team Data API",
      version: "v1",
      description:
        "One team's data, for applications that hold a token of that team. Errors are application/problem+json; branch on `code`.",
      contact: { name: "The owner of the team host" },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/", description: "The team's own host." }],
    security: [{ bearer: [] }],
    tags: tagsOf(http),
    paths: pathsOf(http, protos),
    webhooks: openapiWebhooks(protos),
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "jst_…",
          description: "An API token of the team.",
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "jst_session",
          description: "A member who is signed in, with `X-Requested-With: console`.",
        },
      },
      headers: responseHeaders,
      responses: componentResponses,
      schemas: componentSchemas(http, protos),
    },
  });
}

/** Media types of a form as the request; browsers send the form of a page urlencoded. */
function asCalled(rpc: Rpc): Rpc {
  const isForm = isPage(rpc) && !rpc.readOnly && rpc.bodyTypes.length === 0;
  const bodyTypes = isForm ? ["application/x-www-form-urlencoded"] : rpc.bodyTypes;
  return { ...rpc, bodyTypes, request: rpc.form ?? rpc.request };
}

function componentSchemas(rpcs: readonly Rpc[], protos: Protos): Schema {
  const builder = new SchemaBuilder(protos.options, COMPONENTS);
  const queries = new Set(rpcs.map((rpc) => rpc.query));
  // A reply of text or bytes, such as a page, has no schema.
  const isText = (media: string) => /^text\/|^application\/octet-stream$/.test(media);
  const described = rpcs.filter(
    (rpc) => !isPage(rpc) && !(isText(rpc.mediaType) && rpc.otherMediaType !== "application/json"),
  );
  const messages = [...logicalMessagesOf(described), ...eventMessages(protos)].filter(
    (message) => !queries.has(message),
  );
  const schemas = new Map(messages.map((message) => [message.name, builder.message(message)]));
  for (const name of ["Problem", "QueuedWrite"]) {
    const message = protos.registry.getMessage(`platform.v1.${name}`);
    if (message === undefined) continue;
    for (const one of [message, ...nestedMessagesOf(message)]) schemas.set(one.name, builder.message(one));
  }
  const problem = schemas.get("Problem");
  // Each code may bring members of its own, such as existing_id.
  if (problem) schemas.set("Problem", { ...problem, additionalProperties: true });
  // Revisions of the protocol have members of their own in a request.
  const request = schemas.get("JsonRpcRequest");
  if (request) schemas.set("JsonRpcRequest", { ...request, additionalProperties: true });
  return Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function pathsOf(rpcs: readonly Rpc[], protos: Protos): Schema {
  const paths = new Map<string, Schema>();
  for (const rpc of rpcs) {
    for (const [index, binding] of rpc.bindings.entries()) {
      const path = paths.get(binding.template.text) ?? {};
      const isConditional = rpc.isConditional || canBeConditional(binding, rpcs);
      path[binding.verb.toLowerCase()] = operation(rpc, { binding, index, isConditional }, protos);
      paths.set(binding.template.text, path);
    }
  }
  return Object.fromEntries([...paths].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** One verb and path of an rpc. */
interface Place {
  binding: Binding;
  /** 0 for the canonical path. */
  index: number;
  isConditional: boolean;
}

/** Tests whether If-Match applies: the resource at this path has a version in some reply. */
function canBeConditional({ verb, template }: Binding, rpcs: readonly Rpc[]): boolean {
  if (verb !== "PATCH" && verb !== "DELETE") return false;
  return rpcs.some(
    (rpc) => isVersioned(rpc) && rpc.bindings.some((other) => other.template.text === template.text),
  );
}

function operation(rpc: Rpc, { binding, index, isConditional }: Place, protos: Protos): Schema {
  const canonical = rpc.bindings[0]?.template.text ?? "";
  const [, summary = ""] = /^(.*?)[.]?(?:(?<=[.]) (.*))?$/.exec(rpc.description) ?? [];
  const parameters = [
    ...pathParameters(rpc, binding),
    ...queryParameters(rpc, protos.options),
    ...headerParameters(rpc, binding.verb, isConditional),
  ];
  return {
    operationId: index === 0 ? camel(rpc.method) : `${camel(rpc.method)}Alias${index === 1 ? "" : index}`,
    tags: [tagOf(rpc)],
    summary,
    description: describedIn(rpc),
    ...(index === 0 ? {} : { "x-alias-of": canonical }),
    ...(rpc.access === "public" ? { security: [] } : {}),
    ...(rpc.access === "member" ? { security: [{ session: [] }] } : {}),
    ...(rpc.access === "scope" ? { "x-scope": `${rpc.resource}:${rpc.action}` } : {}),
    ...(rpc.module === "" ? {} : { "x-module": rpc.module }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(rpc.request ? { requestBody: requestBody(rpc, rpc.request, protos) } : {}),
    ...(rpc.bodyTypes.length === 0 ? {} : { requestBody: plainBody(rpc) }),
    responses: responsesOf(rpc, binding.verb, {
      isConditional,
      schema: schemaRef(rpc.response, rpc.otherResponse, rpc.alternative),
      example: exampleOf(rpc.response, protos.options),
    }),
  };
}

/** The rpc's comment, and what a token needs for it. */
function describedIn(rpc: Rpc): string {
  const needs =
    rpc.access === "public"
      ? "Needs no token."
      : rpc.access === "scope"
        ? `Needs the scope \`${rpc.resource}:${rpc.action}\`.`
        : rpc.access === "member"
          ? "For members who are signed in; no token comes to it."
          : "Any token of the team may call.";
  const module = rpc.module === "" ? [] : [`Belongs to the module \`${rpc.module}\`.`];
  const trust = canBeQueued(rpc)
    ? ["Written with a token that is not trusted, it waits for approval: 202."]
    : [];
  return [rpc.description, [needs, ...module, ...trust].join(" ")].join("\n\n");
}

/** Body without a message: a form, the JSON of a provider, or bytes. A page that takes any form needs none. */
function plainBody({ bodyTypes }: Rpc): Schema {
  const isObject = (type: string) => /form|json/.test(type);
  const media = (type: string): Schema => ({
    schema: isObject(type) ? { type: "object" } : { type: "string", format: "binary" },
    ...(type === "application/json" ? { example: {} } : {}),
  });
  return {
    required: !bodyTypes.includes("multipart/form-data"),
    content: Object.fromEntries(bodyTypes.map((type) => [type, media(type)])),
  };
}

function requestBody(rpc: Rpc, message: DescMessage, protos: Protos): Schema {
  return {
    required: !rpc.isBodyOptional,
    content: {
      [rpc.form === undefined ? "application/json" : "multipart/form-data"]: {
        schema: orBatch(rpc, schemaRef(message, rpc.otherRequest)),
        example: exampleOf(message, protos.options),
      },
    },
  };
}

/** The message's schema; where there is another shape, that of its message, or any object, which words tell of. */
function schemaRef(message: DescMessage, other: string, alternative?: DescMessage): Schema {
  if (isFreeForm(message)) return { type: "object" };
  const own = { $ref: `${COMPONENTS}${message.name}` };
  if (other === "") return own;
  if (alternative === undefined) return { anyOf: [own, { type: "object", description: other }] };
  // Both are closed, so a reply is one of them; clients of TypeScript read a choice, and merge what may be both.
  return { oneOf: [own, { $ref: `${COMPONENTS}${alternative.name}`, description: other }] };
}

/** The rpcs of one service stand together, whatever scopes they need. */
function tagOf(rpc: Rpc): string {
  return kebab(rpc.desc.parent.name);
}

/** Each with what its service says of itself. */
function tagsOf(rpcs: readonly Rpc[]): Schema[] {
  const names = [...new Set(rpcs.map(tagOf))].sort();
  return names.map((name) => {
    const rpc = rpcs.find((one) => tagOf(one) === name);
    const description = rpc === undefined ? "" : sourceOf(rpc.desc.parent).comment;
    return { name, description };
  });
}
