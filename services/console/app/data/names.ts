import { answered, everyPage } from "@jst/client";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "../api.ts";
import { contactName, contactsOf, IDS_MAX } from "../parts/contact-names.ts";
import type { Member } from "../team/team-members.ts";
import type { Column, Row } from "./tables.ts";

/** Names of members and contacts by id. */
export type Names = Readonly<Record<string, string>>;

const BY_MEMBERS: readonly Column["type"][] = ["user", "created_by", "updated_by"];

/** The names of whom cells of the rows name. */
export function useNames(columns: readonly Column[], rows: readonly Row[]): Names {
  const ids = contactsIn(columns, rows);
  const members = useQuery({
    ...everyMember,
    enabled: columns.some(({ type }) => BY_MEMBERS.includes(type)),
  });
  const contacts = useQuery({
    queryKey: ["contacts", "called", ids],
    queryFn: () => Promise.all(chunked(ids).map(contactsOf)),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  return {
    ...Object.fromEntries(members.data?.map((member) => [member.id, memberName(member)]) ?? []),
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

function contactsIn(columns: readonly Column[], rows: readonly Row[]): string[] {
  const names = columns.filter(({ type }) => type === "contact").map(({ name }) => name);
  const cells = rows.flatMap(({ data }) => names.map((name) => data[name]));
  return [...new Set(cells.filter((cell) => typeof cell === "string"))].toSorted();
}

const chunked = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / IDS_MAX) }, (_, n) =>
    ids.slice(n * IDS_MAX, (n + 1) * IDS_MAX),
  );
