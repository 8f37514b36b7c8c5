import type { Row, Statement, TeamTx } from "@jst/db";
import type { Preferences } from "../../gen/rpc.ts";
import type { MemberKey } from "../passkeys/queries.ts";

/** Members that the document has; the name is the member's own (preferences.name). */
export type Choices = Omit<Preferences, "name" | "version">;

/** Preferences as they are stored. */
export interface StoredPreferences extends Row {
  name: string | null;
  document: Partial<Choices>;
  version: number;
}

/** Choices of a member who has set nothing. */
const DEFAULTS: Choices = {
  language: null,
  locale: null,
  theme: "system",
  density: "short",
  single_keys: true,
  menu: "open",
  starred: [],
};

/** Reads the preferences of a member; those of one who has set nothing have the version 1. */
export function findPreferences({ teamId, memberId }: MemberKey): Statement {
  return {
    name: "preferences.find",
    text: `select m.name, coalesce(p.document, '{}') as document, coalesce(p.version, 1) as version
      from auth.members m left join auth.preferences p on p.team_id = m.team_id and p.member_id = m.id
      where m.team_id = $1 and m.id = $2 and m.removed_at is null`,
    values: [teamId, memberId],
  };
}

/** Locks the member until the transaction ends, so that of two writes the later one sees what the other has stored. */
export async function lockMember(tx: TeamTx, memberId: string): Promise<void> {
  await tx.query({
    name: "preferences.lock",
    text: "select id from auth.members where team_id = $1 and id = $2 for no key update",
    values: [tx.context.teamId, memberId],
  });
}

/** Stores the document over the next version. */
export async function storeDocument(tx: TeamTx, memberId: string, document: Choices): Promise<void> {
  await tx.query({
    name: "preferences.store",
    text: `insert into auth.preferences as p (team_id, member_id, document) values ($1, $2, $3::jsonb)
      on conflict (team_id, member_id) do update set document = excluded.document, version = p.version + 1`,
    values: [tx.context.teamId, memberId, JSON.stringify(document)],
  });
}

/** Stores the name of the member; a trigger moves the version on. */
export async function storeName(tx: TeamTx, memberId: string, name: string | null): Promise<void> {
  await tx.query({
    name: "preferences.name",
    text: "update auth.members set name = $3 where team_id = $1 and id = $2",
    values: [tx.context.teamId, memberId, name],
  });
}

/** Returns preferences as the API shows them: what was never set has its default. */
export const shownPreferences = ({ name, document, version }: StoredPreferences): Preferences => ({
  name,
  ...DEFAULTS,
  ...document,
  version,
});
