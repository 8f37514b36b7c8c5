import type { DescField, DescMessage } from "@bufbuild/protobuf";
import type { Rpc } from "./model.ts";
import type { Options } from "./options.ts";

const FREE_FORM = /^google\.protobuf\.(Struct|Value|ListValue)$/;

/** True for the three messages that stand for free-form JSON. */
export function isFreeForm(message: DescMessage): boolean {
  return FREE_FORM.test(message.typeName);
}

/** The message a field holds, alone, in a list or as a map's value. */
export function messageOf(field: DescField): DescMessage | undefined {
  const message = field.message;
  return message && !isFreeForm(message) ? message : undefined;
}

/** Every message of JSON the rpcs name, with those nested in them, sorted by name. */
export function logicalMessagesOf(rpcs: readonly Rpc[]): DescMessage[] {
  const found = new Set<DescMessage>();
  const add = (message: DescMessage | undefined): void => {
    if (!message || isFreeForm(message) || found.has(message)) return;
    found.add(message);
    message.fields.forEach((field) => add(messageOf(field)));
  };
  for (const { request, query, response, alternative } of rpcs)
    [request, query, response, alternative].forEach(add);
  return [...found]
    .sort((a, b) => (a.typeName < b.typeName ? -1 : 1))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** The messages below one, itself not included unless it holds itself, sorted by name. */
export function nestedMessagesOf(message: DescMessage): DescMessage[] {
  const found = new Set<DescMessage>();
  const visit = (outer: DescMessage): void => {
    for (const inner of outer.fields.map(messageOf)) {
      if (!inner || found.has(inner)) continue;
      found.add(inner);
      visit(inner);
    }
  };
  visit(message);
  return [...found].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Dotted paths of the members of a reply that are shown once, in the order of the message. */
export function secretPathsOf(
  message: DescMessage,
  options: Options,
  outer: readonly DescMessage[] = [],
): string[] {
  return message.fields.flatMap((field) => {
    if (options.json(field).secret === true) return [field.name];
    const inner = messageOf(field);
    if (!inner || outer.includes(inner)) return [];
    return secretPathsOf(inner, options, [...outer, message]).map((path) => `${field.name}.${path}`);
  });
}
