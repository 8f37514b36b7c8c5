import type { DescFile, DescMessage, DescService, FileRegistry } from "@bufbuild/protobuf";
import { resourceOf, type ResourceModel } from "./derive/model.ts";
import { kebab } from "./model.ts";
import type { Options } from "./options.ts";

/** Event type, as the protos declare it. */
export interface EventTypeModel {
  /** "task.created". */
  type: string;
  description: string;
  /** End of the sentence that starts with "Sends an event when". */
  when: string;
  /** Scope resource of the right that reads events of the type. */
  scope: string;
  /** An endpoint needs the right to write. */
  isPostedToWriters: boolean;
  /** Message of the object. */
  message: DescMessage;
}

/** End of the names of event types that follow from the rpcs of a resource, and the participle that describes it. */
export type Verb = "created" | "updated" | "deleted" | "restored";

/** Lists the event types in the order of the protos: those of each resource, and those that messages declare. */
export function eventTypesOf(registry: FileRegistry, options: Options): EventTypeModel[] {
  const files = [...registry.files].sort((a, b) => (a.name < b.name ? -1 : 1));
  const all = files.flatMap((file) =>
    file.messages.flatMap((message) => typesOf(message, serviceOf(message, file, options), options)),
  );
  return all.sort((a, b) => (a.type < b.type ? -1 : 1));
}

/** Lists what an endpoint may name: each type, `<noun>.*` of each noun, and `*`. */
export function eventPatterns(types: readonly string[]): string[] {
  const nouns = new Set(types.map((type) => type.slice(0, type.lastIndexOf("."))));
  return [...types, ...[...nouns].map((noun) => `${noun}.*`), "*"];
}

/** Noun of the event types of a message: `task`. */
export function eventNoun(message: DescMessage, options: Options): string {
  const { event = "" } = options.resource(message) ?? {};
  return event === "" ? kebab(message.name).replaceAll("-", "_") : event;
}

/** Lists the ends of the types that the rpcs of a resource emit. */
export function verbsOf(resource: ResourceModel, service: DescService, options: Options): Verb[] {
  const { types = [], final: isFinal = false } = options.events(resource.message);
  const declared = new Set(types.map(({ type }) => type));
  const { message, noun, isArchived, isDeleted, isRestorable, finalStatus } = resource;
  const names = [message.name, noun.replaceAll(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase())];
  const has = (verb: string) =>
    service.methods.some(({ name }) => names.some((one) => name === `${verb}${one}`));
  // An undo removes a creation, and brings back an end.
  const ends = (isArchived || isDeleted || finalStatus !== undefined) && (has("Delete") || has("Archive"));
  const isUndone = !isFinal && has("Create");
  const verbs: [Verb, boolean][] = [
    ["created", has("Create")],
    ["updated", has("Update")],
    ["deleted", ends || isUndone],
    ["restored", isRestorable || (!isFinal && (ends || isUndone))],
  ];
  const isDeclared = (verb: Verb) => declared.has(`${eventNoun(message, options)}.${verb}`);
  return verbs.filter(([verb, isEmitted]) => isEmitted || isDeclared(verb)).map(([verb]) => verb);
}

function typesOf(message: DescMessage, service: DescService | undefined, options: Options): EventTypeModel[] {
  const resource = resourceOf(message, options);
  const { types = [], scope = resource?.scope ?? "", posted_to_writers: isPosted } = options.events(message);
  const shared = { scope, isPostedToWriters: isPosted === true, message };
  const declared = types.map(({ type = "", description = "", when = "" }) => ({
    type,
    description,
    when,
    ...shared,
  }));
  if (resource === undefined || service === undefined) return declared;
  const names = new Set(declared.map(({ type }) => type));
  const derived = verbsOf(resource, service, options)
    .map((verb) => ({ ...derivedTexts(resource, verb, options), ...shared }))
    .filter(({ type }) => !names.has(type));
  return [...derived, ...declared];
}

function derivedTexts({ message, noun, isArchived }: ResourceModel, verb: Verb, options: Options) {
  const word = verb === "deleted" && isArchived ? "archived" : verb;
  const one = `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
  return {
    type: `${eventNoun(message, options)}.${verb}`,
    description: `A${one.slice(1)} was ${word}.`,
    when: `${one} was ${word}`,
  };
}

function serviceOf(message: DescMessage, file: DescFile, options: Options): DescService | undefined {
  const plural = options.resource(message)?.plural;
  return file.services.find(({ name }) => kebab(name).replaceAll("-", "_") === plural);
}
