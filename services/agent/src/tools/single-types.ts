import type { JsonSchema } from "@jst/rpc";

/**
 * Shows a schema with one type for each member and without examples (agents.schemas): `anyOf [X, null]` is X. `note`
 * stands behind the description of each such member that does not mention null.
 */
export function singleTypes(schema: JsonSchema, note: string): JsonSchema {
  const [choice] = (schema["anyOf"] as JsonSchema[] | undefined) ?? [];
  if (choice !== undefined) {
    const { description } = schema;
    const shown = singleTypes(choice, note);
    return noted(description === undefined ? shown : { ...shown, description }, note);
  }
  const shown = { ...schema };
  delete shown["examples"];
  if (schema["items"] !== undefined) shown["items"] = singleTypes(schema["items"] as JsonSchema, note);
  if (schema["properties"] !== undefined) {
    const members = Object.entries(schema["properties"] as Record<string, JsonSchema>);
    shown["properties"] = Object.fromEntries(members.map(([name, one]) => [name, singleTypes(one, note)]));
  }
  return shown;
}

function noted(schema: JsonSchema, note: string): JsonSchema {
  const description = schema["description"] as string | undefined;
  if (note === "" || description?.includes("null") === true) return schema;
  return { ...schema, description: [description, note].filter((part) => part !== undefined).join(" ") };
}
