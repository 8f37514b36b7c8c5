import { faultMessage } from "./fault-message.ts";
import { nearestName } from "./nearest-name.ts";
import { membersOfSchema, type FaultSentence, type JsonSchema } from "./validator.ts";
import { valueSchemaOf, wantedBy } from "./wanted.ts";

/** Keywords whose refusal is said by what is wanted. */
const STATED: ReadonlySet<string> = new Set([
  ...["type", "enum", "const", "format", "pattern", "minLength", "maxLength", "minItems", "maxItems"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minProperties", "maxProperties"],
]);

/** A member as its object declares it. */
interface Place {
  schema: JsonSchema;
  /** Schema of the object or list that has it. */
  within: JsonSchema;
  isOptional: boolean;
}

/**
 * Says what to send in place of a refused argument, and that an optional one can be left out (agents.way-out). The
 * sentence is made of the schema alone, so it repeats no value that was sent.
 */
export const argumentMessage: FaultSentence = (fault) => {
  const { keyword, params, root, path } = fault;
  const name = path.at(-1);
  if (name === undefined) return faultMessage(fault);
  const { schema, within, isOptional } = placeOf(root, path);
  if (keyword === "additionalProperties" || keyword === "unevaluatedProperties") {
    const nearest = nearestName(name, membersOfSchema(within));
    const way = nearest === undefined ? "Remove it." : `Did you mean ${nearest}? If not, remove it.`;
    return `${faultMessage(fault)} ${way}`;
  }
  const isStated = STATED.has(keyword) && params["isSeen"] !== false;
  const what = wantedBy(schema, name);
  const out = isOptional ? `${schema["enum"] === undefined ? "," : ";"} or leave ${name} out` : "";
  const sentence = `Send ${what}${out}.`;
  return isStated ? sentence : `${faultMessage(fault)} ${sentence}`;
};

function placeOf(root: JsonSchema, path: readonly string[]): Place {
  let place: Place = { schema: root, within: root, isOptional: false };
  for (const part of path) {
    const within = valueSchemaOf(place.schema);
    const properties = (within["properties"] ?? {}) as Record<string, JsonSchema>;
    const declared = Object.hasOwn(properties, part) ? properties[part] : undefined;
    const required = (within["required"] ?? []) as string[];
    place = {
      schema: declared ?? openSchemaOf(within),
      within,
      isOptional: declared !== undefined && !required.includes(part),
    };
  }
  return place;
}

/** Returns the schema of an item, or of a member of any name. */
function openSchemaOf({ items, additionalProperties: open }: JsonSchema): JsonSchema {
  return (items ?? (typeof open === "object" ? open : undefined) ?? {}) as JsonSchema;
}
