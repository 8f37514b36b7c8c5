import type { Row, Statement, TeamTx } from "@jst/db";

/** Contact that the key of a row names. */
export interface Match {
  id: string;
  /** Whether the key is a member of the contact: a primary address, its own id. */
  isOwn: boolean;
}

/** A contact for each key by its place; `ambiguous` if several have it. */
export type Matches = ReadonlyMap<number, Match | "ambiguous">;

interface Found extends Row {
  place: number;
  id: string;
  is_own: boolean;
}

/** Live contacts that have an address, primary or additional. */
const byAddress = (kind: "email" | "phone"): string => {
  const folded = kind === "email" ? "platform.folded_email(w.value)" : "w.value";
  const form = kind === "email" ? "crm.compared(f.value)" : "f.value";
  return `select w.place::int as place, c.id, coalesce(${kind === "email" ? "c.email_key" : "c.phone"} = f.value, false) as is_own
    from unnest($2::text[]) with ordinality w (value, place)
    cross join lateral (select ${folded}) f (value)
    join crm.contact_keys k on k.team_id = $1 and k.reason = '${kind}' and k.key = md5(${form})::uuid
    join crm.contacts c on c.team_id = $1 and c.id = k.contact_id and c.archived_at is null
    order by w.place, c.created_at, c.id`;
};

/** Contacts by a member that no two share; in place of a merged one the contact that it was merged into at last. */
const byMember = (condition: string): string => `with recursive found (place, id, merged_into, is_own) as (
      select w.place::int, c.id, c.merged_into, true from unnest($2::text[]) with ordinality w (value, place)
      join crm.contacts c on c.team_id = $1 and ${condition}
      union all
      select f.place, c.id, c.merged_into, false from found f
      join crm.contacts c on c.team_id = $1 and c.id = f.merged_into
    )
    select f.place, f.id, f.is_own from found f where f.merged_into is null order by f.place`;

const STATEMENTS: Readonly<Record<string, string>> = {
  email: byAddress("email"),
  phone: byAddress("phone"),
  external_id: byMember("c.external_id = w.value"),
  id: byMember("c.id = w.value::uuid"),
};

/** Finds the contacts that the keys name (imports.contacts-match); a null is the key of none. */
export async function findMatches(
  tx: TeamTx,
  by: string,
  keys: readonly (string | null)[],
): Promise<Matches> {
  const text = STATEMENTS[by];
  if (text === undefined || keys.every((key) => key === null)) return new Map();
  const values = [tx.context.teamId, keys];
  const found = await tx.query<Found>({ name: `crm.imports.match_${by}`, text, values });
  const matches = new Map<number, Match | "ambiguous">();
  for (const [place, rows] of Map.groupBy(found, (row) => row.place - 1)) {
    const own = rows.filter(({ is_own: isOwn }) => isOwn);
    const [first, second] = own.length > 0 ? own : rows;
    if (first !== undefined)
      matches.set(place, second === undefined ? { id: first.id, isOwn: first.is_own } : "ambiguous");
  }
  return matches;
}

/** Locks contacts in the order of their ids until the transaction ends. */
export async function lockContacts(tx: TeamTx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query({
    name: "crm.imports.lock_contacts",
    text: "select c.id from crm.contacts c where c.team_id = $1 and c.id = any($2::uuid[]) order by c.id for no key update",
    values: [tx.context.teamId, [...new Set(ids)]],
  });
}

/** Member that no two contacts of a team share. */
export type UniqueMember = "email" | "external_id";

const holders = (field: UniqueMember): string =>
  field === "email"
    ? "c.archived_at is null and c.email_key = platform.folded_email(w.value)"
    : "c.external_id = w.value";

/** Finds the contacts that have a value of a member that no two share, by the place of the value. */
export async function findHolders(
  tx: TeamTx,
  field: UniqueMember,
  values: readonly (string | null)[],
): Promise<ReadonlyMap<number, string>> {
  if (values.every((value) => value === null)) return new Map();
  const statement: Statement = {
    name: `crm.imports.holders_${field}`,
    text: `select w.place::int as place, c.id from unnest($2::text[]) with ordinality w (value, place)
      join crm.contacts c on c.team_id = $1 and ${holders(field)}`,
    values: [tx.context.teamId, values],
  };
  const found = await tx.query<{ place: number; id: string }>(statement);
  return new Map(found.map(({ place, id }) => [place - 1, id]));
}
