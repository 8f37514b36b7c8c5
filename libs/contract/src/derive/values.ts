import type { DescField, FileRegistry } from "@bufbuild/protobuf";
import { noticeKinds } from "@jst/events/notice-kinds";
import { ContractError } from "../contract-error.ts";
import { eventPatterns, eventTypesOf } from "../event-types.ts";
import type { FieldRules, Options } from "../options.ts";
import { sourceOf } from "../source.ts";
import type { OptionWriter } from "./option-writer.ts";

/** Lists that `(platform.v1.json).values` names. */
type Lists = Readonly<Record<string, readonly string[]>>;

/** Completes the rules of members whose values are a list, as if the proto had the list there. */
export function addValues(registry: FileRegistry, options: Options, writer: OptionWriter): void {
  const types = eventTypesOf(registry, options).map(({ type }) => type);
  const lists: Lists = {
    event_types: types,
    event_patterns: eventPatterns(types),
    notice_kinds: Object.keys(noticeKinds),
  };
  for (const message of registry) {
    if (message.kind !== "message") continue;
    for (const field of message.fields) {
      const { values: name, ...json } = options.json(field);
      if (name !== undefined)
        writer.replace(field, completed(field, lists[name], { name, rules: options.rules(field) }), json);
    }
  }
}

function completed(
  field: DescField,
  values: readonly string[] | undefined,
  { name, rules }: { name: string; rules: FieldRules },
): FieldRules {
  if (values === undefined) {
    const message = `${field.parent.typeName}.${field.name} has the values ${name}, which libs/contract/src/derive/values.ts does not list`;
    throw new ContractError([{ at: sourceOf(field).at, message }]);
  }
  if (field.fieldKind !== "list") return { ...rules, string: { in: values } };
  const items = { string: { in: [...values] } };
  return { ...rules, repeated: { max_items: String(values.length), ...rules.repeated, items } };
}
