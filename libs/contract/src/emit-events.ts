import type { DescMessage } from "@bufbuild/protobuf";
import { namesOf } from "./derive/model.ts";
import { eventTypesOf, type EventTypeModel } from "./event-types.ts";
import type { Schema } from "./field-rules.ts";
import { HEADER, jsonFile, type Generated } from "./generated.ts";
import { SchemaBuilder, type RefPrefix } from "./json-schema.ts";
import type { Protos } from "./load.ts";
import { nestedMessagesOf } from "./logical.ts";

/** Generates the registry of event types, a closed JSON Schema for each, and the table of them. */
export function emitEvents(protos: Protos): Generated[] {
  const types = eventTypesOf(protos.registry, protos.options);
  const schemas = types.map((type): [string, Schema] => [type.type, standaloneSchema(type, protos)]);
  return [
    registryOf(types),
    jsonFile("libs/events/gen/event-schemas.json", Object.fromEntries(schemas)),
    tableOf(types),
  ];
}

/** The OpenAPI description of what is posted to endpoints: one webhook for each event type. */
export function openapiWebhooks(protos: Protos): Schema {
  const prefix = "#/components/schemas/";
  return Object.fromEntries(
    eventTypesOf(protos.registry, protos.options).map((type) => [
      type.type,
      {
        post: {
          operationId: type.type,
          summary: type.description.replace(/[.]$/, ""),
          description: `Posted to each endpoint that names the type (events.body). Its right to read is \`${type.scope}:read\`.`,
          tags: ["events"],
          requestBody: {
            required: true,
            content: { "application/json": { schema: bodySchema(type, protos, prefix) } },
          },
          responses: { "2XX": { description: "The event is received." } },
        },
      },
    ]),
  );
}

/** Messages of the objects of events, with those that they name. */
export function eventMessages(protos: Protos): DescMessage[] {
  const items = eventTypesOf(protos.registry, protos.options).map((type) => itemOf(type, protos));
  return [...new Set(items.flatMap((item) => [item, ...nestedMessagesOf(item)]))];
}

function standaloneSchema(type: EventTypeModel, protos: Protos): Schema {
  const builder = new SchemaBuilder(protos.options, "#/$defs/");
  const item = itemOf(type, protos);
  const all = [item, ...nestedMessagesOf(item)];
  const $defs = Object.fromEntries(all.map((message) => [message.name, builder.message(message)]));
  return { title: type.type, ...bodySchema(type, protos, "#/$defs/"), $defs };
}

function bodySchema(type: EventTypeModel, protos: Protos, prefix: RefPrefix): Schema {
  const builder = new SchemaBuilder(protos.options, prefix);
  const item = itemOf(type, protos);
  const members = item.fields.filter(({ name }) => !["id", "version", "updated_at"].includes(name));
  const previous = closed(Object.fromEntries(members.map((field) => [field.name, builder.field(field)])), []);
  const id = closed({ id: { type: "string" } });
  const data = closed({ object: { anyOf: [{ $ref: `${prefix}${item.name}` }, id] }, previous }, ["object"]);
  const actor = closed({ type: { type: "string" }, id: { anyOf: [{ type: "string" }, { type: "null" }] } });
  const properties = {
    id: { type: "string", format: "uuid" },
    type: { const: type.type },
    api_version: { const: "v1" },
    team_id: { type: "string", format: "uuid" },
    created_at: { type: "string", format: "date-time" },
    actor,
    data,
    test: { type: "boolean" },
  };
  return {
    description: type.description,
    ...closed(
      { ...properties, changeset_id: { type: "string" }, truncated: { const: true } },
      Object.keys(properties),
    ),
  };
}

function closed(properties: Schema, required: readonly string[] = Object.keys(properties)): Schema {
  return { type: "object", properties, required, additionalProperties: false };
}

/** The message of an item of the list, which lacks members of the resource that are details. */
function itemOf({ message }: EventTypeModel, { registry, resources }: Protos): DescMessage {
  const resource = resources.find((one) => one.message.typeName === message.typeName);
  const names = resource && namesOf(resource, resource.service.name);
  const path = message.typeName.slice(0, -message.name.length);
  const listed = names && registry.getMessage(`${path}${names.listed}`);
  return listed ?? registry.getMessage(message.typeName) ?? message;
}

function registryOf(types: readonly EventTypeModel[]): Generated {
  const entries = types.map(({ type, description, when, scope, isPostedToWriters }) => {
    const endpoint = isPostedToWriters ? { endpoint: { resource: scope, action: "write" } } : {};
    const declaration = { description, when, read: { resource: scope, action: "read" }, ...endpoint };
    return `  ${JSON.stringify(type)}: ${JSON.stringify(declaration)},`;
  });
  const content = `${HEADER}
/** Every event type (events.types), by its name. */
export const eventTypes = {
${entries.join("\n")}
} as const;
`;
  return { path: "libs/events/gen/event-types.ts", content };
}

function tableOf(types: readonly EventTypeModel[]): Generated {
  const rows = types.map(
    ({ type, description, scope, isPostedToWriters }) =>
      `| \`${type}\` | ${description} | \`${scope}:read\` | \`${scope}:${isPostedToWriters ? "write" : "read"}\` |`,
  );
  const content = `# Event types

Written by \`make gen\` from \`protos/\`. \`GET /api/v1/webhooks?events=1\` answers types, descriptions and rights to read.

| Type | When | Right to read it | Right to have it posted |
| --- | --- | --- | --- |
${rows.join("\n")}
`;
  return { path: "docs/event-types.md", content };
}
