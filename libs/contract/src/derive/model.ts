import type { DescField, DescMessage } from "@bufbuild/protobuf";
import type { Options } from "../options.ts";
import { kebab } from "../model.ts";

/** A resource of plain members, as its message declares it. */
export interface ResourceModel {
  message: DescMessage;
  /** "tasks". */
  plural: string;
  /** "task". */
  noun: string;
  scope: string;
  module: string;
  isArchived: boolean;
  isCounted: boolean;
  /** Texts that show what list parameters take, by their name. */
  examples: Readonly<Record<string, string | undefined>>;
  isDeleted: boolean;
  /** A deleted one can be restored, and is read until then. */
  isRestorable: boolean;
  /** Its list takes no filter. */
  isUnfiltered: boolean;
  /** Names of what its list is sorted by; every member that has an order when empty. */
  sorts: readonly string[];
  /** Value of `status` in which one is over; undefined where DELETE does something else. */
  finalStatus: string | undefined;
  /** Name of its table in the schema of its service. */
  table: string;
  /** Members that a caller writes. */
  writable: readonly DescField[];
  /** Members that a patch accepts. */
  patched: readonly DescField[];
  /** Members of the resource besides those that every resource has, in the order they are declared. */
  members: readonly DescField[];
  /** Members that are parameters of its list. */
  listed: readonly DescField[];
  /** Members that `q` looks into. */
  searched: readonly DescField[];
  /** Members that its list leaves out. */
  details: readonly DescField[];
}

/** The resource that a message declares; undefined for any other message. */
export function resourceOf(message: DescMessage, options: Options): ResourceModel | undefined {
  const declared = options.resource(message);
  if (declared === undefined) return undefined;
  const plural = declared.plural ?? "";
  const members = message.fields;
  const has = (flag: "listed" | "searched" | "detail") =>
    members.filter((field) => options.member(field)[flag]);
  return {
    message,
    plural,
    noun: declared.noun ?? kebab(message.name).replaceAll("-", " "),
    scope: declared.scope ?? plural,
    module: declared.ungated === true ? "" : (declared.module ?? plural),
    isArchived: declared.archived ?? false,
    isCounted: declared.counted ?? false,
    examples: { filter: declared.filter_example, sort: declared.sort_example },
    isDeleted: (declared.deleted ?? false) || (declared.restorable ?? false),
    isRestorable: declared.restorable ?? false,
    isUnfiltered: declared.unfiltered ?? false,
    sorts: declared.sorts ?? [],
    finalStatus: declared.final_status,
    table: declared.table ?? plural,
    members,
    writable: members.filter((field) => options.member(field).write !== "WRITE_NEVER"),
    patched: members.filter((field) => options.member(field).write === undefined),
    listed: has("listed"),
    searched: has("searched"),
    details: has("detail"),
  };
}

/** Names of the messages that follow from a resource, by what they are; and of the rpc that lists its revisions. */
export function namesOf({ message: { name } }: ResourceModel, service: string) {
  return {
    created: `${name}Create`,
    patch: `${name}Patch`,
    query: `List${service}Query`,
    list: `${name}List`,
    archived: `Archived${name}`,
    deleted: `Deleted${name}`,
    listed: `Listed${name}`,
    revisions: `List${name}Revisions`,
  };
}

/** Names of replies that show one with something besides, where such a message is written by hand; by the verb. */
export function detailsOf({ message: { name } }: ResourceModel): Readonly<Record<string, string>> {
  return { Create: `Created${name}`, Get: `${name}Detail`, Update: `Updated${name}` };
}
