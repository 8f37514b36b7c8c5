import type { DescField, FileRegistry } from "@bufbuild/protobuf";
import { eventTypes } from "@jst/events/event-types";
import { noticeKinds } from "@jst/events/notice-kinds";
import { ContractError } from "../contract-error.ts";
import type { FieldRules, Options } from "../options.ts";
import { sourceOf } from "../source.ts";
import type { OptionWriter } from "./option-writer.ts";

/** Lists of the code that `(platform.v1.json).values` names. */
const lists: Readonly<Record<string, readonly string[]>> = {
  event_types: Object.keys(eventTypes),
  notice_kinds: Object.keys(noticeKinds),
};

/** Completes the rules of members whose values are a list of the code, as if the proto had the list. */
export function addValues(registry: FileRegistry, options: Options, writer: OptionWriter): void {
  for (const message of registry) {
    if (message.kind !== "message") continue;
    for (const field of message.fields) {
      const { values: name, ...json } = options.json(field);
      if (name !== undefined) writer.replace(field, completed(field, name, options.rules(field)), json);
    }
  }
}

function completed(field: DescField, name: string, rules: FieldRules): FieldRules {
  const values = Object.hasOwn(lists, name) ? lists[name] : undefined;
  if (values === undefined) {
    const message = `${field.parent.typeName}.${field.name} has the values ${name}, which libs/contract/src/derive/values.ts does not list`;
    throw new ContractError([{ at: sourceOf(field).at, message }]);
  }
  if (field.fieldKind !== "list") return { ...rules, string: { in: values } };
  const items = { string: { in: [...values] } };
  return { ...rules, repeated: { ...rules.repeated, max_items: String(values.length), items } };
}
