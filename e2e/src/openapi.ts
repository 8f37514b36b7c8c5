import { send } from "./http.ts";

/** A JSON Schema, as far as these tests look into it. */
interface Schema {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** The platform's own description of itself. */
export interface Description {
  /** Names of the query parameters of a route. */
  queryOf(verb: string, path: string): string[];
  /** Dotted paths of every member of a route's body; a list's items have the index 0. */
  bodyOf(verb: string, path: string): string[];
}

/** Reads the OpenAPI document as every client can. */
export async function readDescription(): Promise<Description> {
  const { body } = await send({ path: "/api/.well-known/openapi.json" });
  const document = body as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  };
  const operationOf = (verb: string, path: string) => document.paths[path]?.[verb.toLowerCase()];
  const membersOf = (schema: Schema, outer: readonly string[] = []): string[] => {
    const name = schema.$ref?.split("/").at(-1);
    if (name !== undefined) {
      const target = document.components.schemas[name];
      return target === undefined || outer.includes(name) ? [] : membersOf(target, [...outer, name]);
    }
    const below = (part: Schema, prefix: string) =>
      membersOf(part, outer).map((member) => (member === "" ? prefix : `${prefix}.${member}`));
    const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf;
    if (parts) return parts.flatMap((part) => membersOf(part, outer));
    if (schema.items) return ["", ...below(schema.items, "0")];
    const properties = Object.entries(schema.properties ?? {});
    return ["", ...properties.flatMap(([member, part]) => below(part, member))];
  };
  return {
    queryOf: (verb, path) =>
      (operationOf(verb, path)?.parameters ?? []).filter((one) => one.in === "query").map((one) => one.name),
    bodyOf: (verb, path) => {
      const schema = operationOf(verb, path)?.requestBody?.content["application/json"]?.schema;
      return schema === undefined ? [] : [...new Set(membersOf(schema))].filter((member) => member !== "");
    },
  };
}
