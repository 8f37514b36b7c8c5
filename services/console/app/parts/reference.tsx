import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { api } from "../api.ts";
import { pathOf, type PageName } from "../paths.ts";
import { TITLES } from "../words/places.ts";
import { MONEY } from "../words/money.ts";
import { batched } from "./batched.ts";
import { contactName, contactsOf, IDS_MAX } from "./contact-names.ts";

/** Things that another one names by their ids. */
export interface Kind {
  list: PageName;
  /** Loads the name of the object. */
  nameOf: (id: string) => Promise<string | null>;
}

const contactOf = batched(contactsOf, IDS_MAX);
const contact: Kind = {
  list: "contacts",
  nameOf: async (id) => {
    const found = await contactOf(id);
    return found === undefined ? null : contactName(found);
  },
};
const invoice: Kind = {
  list: "invoices",
  nameOf: async (id) => {
    const params = { path: { invoice_id: id } };
    return (
      (await answered(api.GET("/api/v1/commerce/invoices/{invoice_id}", { params }))).number ??
      MONEY.withoutNumber
    );
  },
};

const table: Kind = {
  list: "tables",
  nameOf: async (id) => {
    const params = { path: { table_id: id } };
    return (await answered(api.GET("/api/v1/data/tables/{table_id}", { params }))).display_name;
  },
};

/** Kinds of things by the member that names one. */
const KINDS: Readonly<Record<string, Kind>> = {
  contact_id: contact,
  merged_into: contact,
  invoice_id: invoice,
  latest_invoice_id: invoice,
  table_ids: table,
  table_id: table,
  event_type_id: {
    list: "eventTypes",
    nameOf: async (id) => {
      const params = { path: { event_type_id: id } };
      return (await answered(api.GET("/api/v1/scheduling/event-types/{event_type_id}", { params }))).name;
    },
  },
  base_id: {
    list: "bases",
    nameOf: async (id) => {
      const params = { path: { base_id: id } };
      return (await answered(api.GET("/api/v1/bases/{base_id}", { params }))).name;
    },
  },
};

/** Members that name who acts, or a member of the team. */
const ACTORS: ReadonlySet<string> = new Set([
  ...["host_id", "owner_id", "author_id", "assignee_id", "uploadedBy", "token_ids", "members"],
]);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a value is an id. */
export const isId = (value: unknown): value is string => typeof value === "string" && UUID.test(value);

/** Whether the ids of a member are those of members, keys or apps. */
export const namesActor = (member: string): boolean => ACTORS.has(member);

/** Returns the type of object that a member names by id; undefined if the value is not an id. */
export const kindOf = (member: string, value: unknown): Kind | undefined =>
  isId(value) && Object.hasOwn(KINDS, member) ? KINDS[member] : undefined;

/** Returns the name of an object; undefined while it loads, or if the person may not read it. */
export function useNameOf({ list, nameOf }: Kind, id: string): string | undefined {
  const { data } = useQuery({
    queryKey: ["reference", list, id],
    queryFn: () => nameOf(id),
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: 60_000,
  });
  return data ?? undefined;
}

/** Another thing by its name, with a link to its page; by its kind while the name is not known. */
export function Reference({ kind, id }: { kind: Kind; id: string }) {
  return <Link to={pathOf(kind.list, id)}>{useNameOf(kind, id) ?? TITLES[kind.list]}</Link>;
}
