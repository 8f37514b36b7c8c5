import { answered } from "@jst/client";
import type { QueryClient } from "@tanstack/react-query";
import { api } from "../api.ts";
import type { Thing } from "../parts/pick.tsx";
import { shownSize } from "../parts/values.ts";
import type { Member } from "../team/team-members.ts";
import { isTelling, nameOf } from "./cells.ts";
import { findContact, queryOf, type Find } from "../parts/found.ts";
import { everyMember, memberName } from "./names.ts";
import type { Column } from "./tables.ts";

const ABOUT_MAX = 3;

/** Finds what a cell of the column may name; members among those that were read. */
export function findOf(
  { type, relation }: Pick<Column, "type"> & Partial<Pick<Column, "relation">>,
  queries: QueryClient,
): Find {
  if (type === "user")
    return async (q) => membersWith(await queries.query({ ...everyMember, staleTime: "static" }), q);
  if (type === "contact") return findContact;
  if (type === "file") return findFile;
  return (q) => findRow(relation?.table_id ?? "", relation?.display_column ?? undefined, q);
}

/** The members whose name or address contains a text. */
export const membersWith = (members: readonly Member[], q: string): Thing[] =>
  members
    .filter(({ name, email }) => `${name ?? ""} ${email}`.toLowerCase().includes(q.toLowerCase()))
    .map((member) => ({ id: member.id, name: memberName(member), about: member.email }));

const findFile: Find = async (q) => {
  const query = { sort: "created_at:desc", ...queryOf(q) };
  const { files } = await answered(api.GET("/api/v1/files", { params: { query } }));
  return files.map(({ id, name, folder, size_bytes: bytes }) => ({
    id,
    name,
    about: [folder, shownSize(bytes)].filter(Boolean).join(", "),
  }));
};

async function findRow(table_id: string, display: string | undefined, q: string): Promise<Thing[]> {
  const params = { path: { table_id }, query: queryOf(q) };
  const { rows } = await answered(api.GET("/api/v1/data/tables/{table_id}/rows", { params }));
  return rows.map(({ id, data }) => {
    const name = nameOf({ id, data }, display);
    const others = Object.values(data as Record<string, unknown>)
      .filter(isTelling)
      .filter((cell) => String(cell) !== name);
    return { id, name, about: others.slice(0, ABOUT_MAX).join(", ") };
  });
}
