import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { scalarSchema, type Schema } from "./field-rules.ts";
import { isFreeForm } from "./logical.ts";
import type { FieldRules, Options } from "./options.ts";

const ID = "0198f0a0-0000-7000-8000-000000000000";
const BY_FORMAT: Record<string, string> = {
  date: "2026-01-31",
  "date-time": "2026-01-31T12:00:00.000Z",
};
const BY_RULE: Record<string, string> = {
  uuid: ID,
  email: "ada@example.com",
  uri: "https://example.com/",
  hostname: "example.com",
};
/** Examples by member name, if the proto has none. */
const BY_NAME: [name: RegExp, value: string][] = [
  [/^id$|_id$/, ID],
  [/_(at|until)$/, "2026-01-31T12:00:00.000Z"],
  [/url$/, "https://example.com/"],
];

/**
 * An example of a message that its own schema accepts: each member's documented example, or else, for those that are
 * required, a value that their rules allow. null stands where it says most: nothing.
 */
export function exampleOf(
  message: DescMessage,
  options: Options,
  outer: readonly DescMessage[] = [],
): unknown {
  if (isFreeForm(message)) return {};
  const members: Schema = {};
  for (const field of message.fields) {
    const { example, nullable } = options.json(field);
    if (example !== undefined) members[field.name] = JSON.parse(example);
    else if (options.rules(field).required !== true) continue;
    else members[field.name] = nullable === true ? null : valueOf(field, options, [...outer, message]);
  }
  return members;
}

function valueOf(field: DescField, options: Options, outer: readonly DescMessage[]): unknown {
  const rules = options.rules(field);
  if (field.fieldKind === "map") return {};
  const item = field.message
    ? outer.includes(field.message)
      ? undefined
      : exampleOf(field.message, options, outer)
    : scalarOf(field, field.fieldKind === "list" ? rules.repeated?.items : rules, options);
  if (field.fieldKind === "list") return item === undefined ? [] : [item];
  return item;
}

function scalarOf(field: DescField, rules: FieldRules | undefined, options: Options): unknown {
  const own = Object.values(rules ?? {}).find((one) => typeof one === "object" && one !== null) as
    | Record<string, unknown>
    | undefined;
  if (own?.["const"] !== undefined) return own["const"];
  const [first] = (own?.["in"] as unknown[] | undefined) ?? [];
  if (first !== undefined) return first;
  const type = field.scalar === undefined ? "object" : scalarSchema(field.scalar)["type"];
  if (type === "boolean") return true;
  if (type !== "string") return Math.max(1, Number(own?.["gte"] ?? 1));
  const format = options.json(field).format;
  if (format !== undefined && BY_FORMAT[format] !== undefined) return BY_FORMAT[format];
  const rule = Object.keys(own ?? {}).find((name) => name in BY_RULE);
  if (rule !== undefined) return BY_RULE[rule];
  return BY_NAME.find(([name]) => name.test(field.name))?.[1] ?? field.name.replaceAll("_", " ");
}
