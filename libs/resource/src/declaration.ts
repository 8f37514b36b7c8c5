import type { ListParameters } from "@jst/query";

/** Kind of a member: `free` is a free-form object, `object` one of its own message, `objects` a list of these. */
export type MemberKind =
  | "text"
  | "select"
  | "uuid"
  | "date"
  | "datetime"
  | "number"
  | "boolean"
  | "texts"
  | "uuids"
  | "object"
  | "objects"
  | "free";

/** One member of a resource. A flag that is absent is false. */
export interface Member<Name extends string = string> {
  name: Name;
  kind: MemberKind;
  /** The values of a select, in their order. */
  values?: readonly string[];
  /** Value that a create without the member stores. */
  initial?: unknown;
  isNeverNull?: boolean;
  isWritable?: boolean;
  /** A create decides it, and no patch takes it. */
  isOnce?: boolean;
  isTrimmed?: boolean;
  /** An empty text is a value like any other, not none. */
  isVerbatim?: boolean;
  /** The list takes a parameter of this name. */
  isListed?: boolean;
  isSearched?: boolean;
  /** Lists leave it out. */
  isDetail?: boolean;
  /** A reply leaves it out where it is null. */
  isOmitted?: boolean;
  /** Member that it is derived from where a create gives none (Slugs). */
  slugOf?: string;
}

/** A resource as its proto declares it; the generator writes it into the service's `gen/resources.ts`. */
export interface Declaration<Item, Values, Query extends ListParameters> extends DeclaredFacts {
  members: readonly Member<keyof Item & string>[];
  /** Never there: it carries the types that belong together. */
  readonly types?: { values: Values; query: Query };
}

/** Facts of a declaration that do not depend on the type of the resource. */
export interface DeclaredFacts {
  /** In the plural: of lists, changesets and the table. */
  name: string;
  /** Scope resource of its rpcs. */
  scope: string;
  /** One of it, in a sentence. */
  noun: string;
  table: string;
  /** Path of the list. */
  path: string;
  /** Path field that names one. */
  id: string;
  /** Name of its message. */
  item: string;
  /** Rpc that lists it. */
  list: string;
  isArchived: boolean;
  /** A deleted one keeps its row, with deleted_at; only an undo finds it. */
  isDeleted: boolean;
  /** A deleted one is read by its id and can be restored for 30 days. */
  isRestorable?: boolean;
  /**
   * Value of `status` in which one is over: nothing but an undo changes it, and lists show it where `status` asks for
   * it.
   */
  finalStatus?: string;
  /** Its list takes no filter. */
  isUnfiltered?: boolean;
  /** Members that sort its list; every member that has an order if absent. */
  sorts?: readonly string[];
  /** Its revisions are listed: column `given_members` keeps what the create gave. */
  isRevised?: boolean;
  /** Event types of its writes: `<noun>.<verb>`. */
  events: { noun: string; verbs: readonly EventVerb[] };
  members: readonly Member[];
}

/** End of the event types of a resource. */
export type EventVerb = "created" | "updated" | "deleted" | "restored";

/** Members of every resource besides its own (conventions.common-fields). */
export interface CommonMembers {
  id: string;
  created_at: string;
  updated_at: string;
  version: number;
  archived_at?: string | null;
  deleted_at?: string | null;
}
