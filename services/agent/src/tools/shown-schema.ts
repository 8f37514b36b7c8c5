import type { JsonSchema } from "@jst/rpc";

/**
 * Shows a schema without combinations and without examples (agents.schemas): `anyOf [X, null]` has the type
 * `[X, "null"]`. `note` stands behind the description of each such member that does not mention null.
 */
export function shownSchema(schema: JsonSchema, note: string): JsonSchema {
  const [choice] = (schema["anyOf"] as JsonSchema[] | undefined) ?? [];
  if (choice !== undefined) {
    const { description } = schema;
    const shown = nullable(shownSchema(choice, note));
    return noted(description === undefined ? shown : { ...shown, description }, note);
  }
  const shown = { ...schema };
  delete shown["examples"];
  if (schema["items"] !== undefined) shown["items"] = shownSchema(schema["items"] as JsonSchema, note);
  if (schema["properties"] !== undefined) {
    const members = Object.entries(schema["properties"] as Record<string, JsonSchema>);
    shown["properties"] = Object.fromEntries(members.map(([name, one]) => [name, shownSchema(one, note)]));
  }
  return shown;
}

/** The same schema, which accepts null too; a schema without a type accepts it already. */
function nullable(schema: JsonSchema): JsonSchema {
  const { type, enum: words } = schema as { type?: string; enum?: unknown[] };
  if (type === undefined) return schema;
  return { ...schema, type: [type, "null"], ...(words === undefined ? {} : { enum: [...words, null] }) };
}

function noted(schema: JsonSchema, note: string): JsonSchema {
  const description = schema["description"] as string | undefined;
  if (note === "" || description?.includes("null") === true) return schema;
  return { ...schema, description: [description, note].filter((part) => part !== undefined).join(" ") };
}
