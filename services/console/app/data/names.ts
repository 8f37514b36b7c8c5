import { answered, everyPage } from "@jst/client";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "../api.ts";
import { useActors } from "../parts/actors.ts";
import { contactName, contactsOf, IDS_MAX } from "../parts/contact-names.ts";
import type { Member } from "../team/team-members.ts";
import { isActor, shownName } from "../words/actors.ts";
import type { Column, Row } from "./tables.ts";

/** Names of actors and contacts by id. */
export type Names = Readonly<Record<string, string>>;

const BY_ACTORS: readonly Column["type"][] = ["user", "created_by", "updated_by"];

/** The names of whom cells of the rows name. */
export function useNames(columns: readonly Column[], rows: readonly Row[]): Names {
  const ids = contactsIn(columns, rows);
  const actors = useActors(actorsIn(columns, rows));
  const contacts = useQuery({
    queryKey: ["contacts", "called", ids],
    queryFn: () => Promise.all(chunked(ids).map(contactsOf)),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  return {
    ...Object.fromEntries(actors.map((actor) => [actor.id, shownName(actor)])),
    ...Object.fromEntries(contacts.data?.flat().map((contact) => [contact.id, contactName(contact)]) ?? []),
  };
}

const MEMBERS_OF_A_PAGE = 500;

/** Every member of the team. */
export const everyMember = queryOptions({
  queryKey: ["members", "called"],
  queryFn: async () => {
    const all: Member[] = [];
    const pages = everyPage((at) => {
      const query = { limit: MEMBERS_OF_A_PAGE, ...at };
      return answered(api.GET("/api/v1/members", { params: { query } }));
    });
    for await (const { members } of pages) all.push(...members);
    return all;
  },
});

export const memberName = ({ name, email }: { name: string | null; email: string }) => name ?? email;

/** Ids of the members, keys and apps that cells name. */
function actorsIn(columns: readonly Column[], rows: readonly Row[]): string[] {
  const names = columns.filter(({ type }) => BY_ACTORS.includes(type)).map(({ name }) => name);
  const cells = rows.flatMap(({ data }) => names.flatMap((name): unknown => data[name]));
  const ids = cells.map((cell) => (isActor(cell) ? cell.id : cell));
  return [...new Set(ids.filter((id) => typeof id === "string"))].toSorted();
}

function contactsIn(columns: readonly Column[], rows: readonly Row[]): string[] {
  const names = columns.filter(({ type }) => type === "contact").map(({ name }) => name);
  const cells = rows.flatMap(({ data }) => names.map((name) => data[name]));
  return [...new Set(cells.filter((cell) => typeof cell === "string"))].toSorted();
}

const chunked = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / IDS_MAX) }, (_, n) =>
    ids.slice(n * IDS_MAX, (n + 1) * IDS_MAX),
  );
