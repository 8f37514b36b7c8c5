import type { ListParameters } from "@jst/query";

/** What a member holds: `free` is a free-form object, `object` one of its own message. */
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
  | "free";

/** One member of a resource. A flag that is absent is false. */
export interface Member<Name extends string = string> {
  name: Name;
  kind: MemberKind;
  /** The values of a select, in their order. */
  values?: readonly string[];
  /** What a create without the member stores. */
  initial?: unknown;
  isNeverNull?: boolean;
  isWritable?: boolean;
  isTrimmed?: boolean;
  /** An empty text is a value like any other, not none. */
  isVerbatim?: boolean;
  /** The list takes a parameter of this name. */
  isListed?: boolean;
  isSearched?: boolean;
}

/** A resource as its proto declares it; the generator writes it into the service's `gen/resources.ts`. */
export interface Declaration<Item, Values, Query extends ListParameters> extends DeclaredFacts {
  members: readonly Member<keyof Item & string>[];
  /** Never there: it carries the types that belong together. */
  readonly types?: { values: Values; query: Query };
}

/** What a declaration says, whatever the type of the resource. */
export interface DeclaredFacts {
  /** In the plural: of lists, changesets and the table. */
  name: string;
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
  members: readonly Member[];
}

/** What every resource has besides its own members (conventions.common-fields). */
export interface CommonMembers {
  id: string;
  created_at: string;
  updated_at: string;
  version: number;
  archived_at?: string | null;
}
