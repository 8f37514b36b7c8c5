import type { JsonSchema } from "@jst/rpc";

/**
 * Shows a schema with one type for each member and without examples (agents.schemas). `anyOf [X, null]` is X if null
 * and absence mean the same. A tool that updates keeps the choice: there null clears the member, and each description
 * that does not mention null gets the note `null clears it.`
 */
export function shownSchema(schema: JsonSchema, isUpdate: boolean): JsonSchema {
  const [choice] = (schema["anyOf"] as JsonSchema[] | undefined) ?? [];
  if (choice !== undefined) {
    const { description, ...type } = { ...shownSchema(choice, isUpdate), ...describedAs(schema) };
    if (!isUpdate) return { ...type, ...describedAs({ description }) };
    return { anyOf: [type, { type: "null" }], description: noted(description as string | undefined) };
  }
  const shown = { ...schema };
  delete shown["examples"];
  if (schema["items"] !== undefined) shown["items"] = shownSchema(schema["items"] as JsonSchema, isUpdate);
  if (schema["properties"] !== undefined) {
    const members = Object.entries(schema["properties"] as Record<string, JsonSchema>);
    shown["properties"] = Object.fromEntries(
      members.map(([name, one]) => [name, shownSchema(one, isUpdate)]),
    );
  }
  return shown;
}

const describedAs = ({ description }: JsonSchema) => (description === undefined ? {} : { description });

function noted(description: string | undefined): string {
  if (description?.includes("null") === true) return description;
  return [description, "null clears it."].filter((part) => part !== undefined).join(" ");
}
