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
export function secretPathsOf(message: DescMessage, options: Options): string[] {
  return membersOf(message, (field) => options.json(field).secret === true).map(({ path }) => path);
}

/** Dotted paths of the members of a body whose texts stay as they were sent (conventions.unicode). */
export function exactPathsOf(message: DescMessage | undefined, options: Options): string[] {
  if (message === undefined || isFreeForm(message)) return [];
  return membersOf(message, (field) => options.json(field).exact === true).map(({ path }) => path);
}

/** Dotted paths of the members of a body or a query that take telephone numbers (values.phones). */
export function phonePathsOf(message: DescMessage | undefined, options: Options): string[] {
  if (message === undefined || isFreeForm(message)) return [];
  return membersOf(message, (field) => options.json(field).phone === true).map(({ path }) => path);
}

/** Rights that callers need to be shown members of a reply, by the dotted paths of these. */
export function shownToOf(message: DescMessage, options: Options): Record<string, string> {
  const rightOf = (field: DescField): string => options.json(field).shown_to ?? "";
  const members = membersOf(message, (field) => rightOf(field) !== "");
  return Object.fromEntries(members.map(({ path, field }) => [path, rightOf(field)]));
}

/** Members of a message and of those nested in it, by dotted paths; what is below one is passed over. */
export function membersOf(
  message: DescMessage,
  isWanted: (field: DescField) => boolean,
  outer: readonly DescMessage[] = [],
): { path: string; field: DescField }[] {
  return message.fields.flatMap((field) => {
    if (isWanted(field)) return [{ path: field.name, field }];
    const inner = messageOf(field);
    if (!inner || outer.includes(inner)) return [];
    return membersOf(inner, isWanted, [...outer, message]).map((found) => ({
      ...found,
      path: `${field.name}.${found.path}`,
    }));
  });
}
