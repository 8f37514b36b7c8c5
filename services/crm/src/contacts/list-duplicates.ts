import type { Statement } from "@jst/db";
import {
  listStatement,
  type ListRow,
  pageJson,
  type PageSize,
  Params,
  parseLimit,
  readPage,
  type SortKey,
} from "@jst/query";
import type { Handler, ListDuplicatesQuery } from "../../gen/rpc.ts";
import { contacts } from "./contact.ts";

/** Why two contacts may be one, in the order in which a pair shows them. */
const REASONS = ["email", "phone", "name_company"] as const;

/** The pair after which a page starts: when the newer contact was made, its id, and the same of the older one. */
type After = readonly [newerAt: string, newer: string, olderAt: string, older: string];
/** How many values a cursor holds. */
const CURSOR_KEYS = 4;

/** Query for pairs. */
interface AskedPairs {
  teamId: string;
  reason: ListDuplicatesQuery["reason"];
  after: After | undefined;
  size: PageSize;
}

/** Answers one page of pairs of live contacts that may be one, the pair with the newest contact first. */
export const listDuplicates: Handler<"ListDuplicates"> = async ({ query }, call) => {
  const { reason, cursor, limit } = query;
  const { team_id: teamId } = call.caller;
  const codec = call.deps.cursors;
  const scope = { teamId, route: "crm.v1.Contacts/ListDuplicates", sort: "newest", filter: reason ?? "" };
  const after = cursor === undefined ? undefined : (codec.decode(scope, cursor, CURSOR_KEYS) as After);
  const page = await readPage({ limit: parseLimit(limit) }, (size) =>
    call.read<ListRow>(duplicatesStatement({ teamId, reason, after, size }), "custom"),
  );
  return { body: pageJson("duplicates", page, { codec, scope }) };
};

const key = (name: string, type: string): SortKey => ({
  name,
  direction: "desc",
  sql: `t.${name}`,
  type,
  notNull: true,
});
const keys = [
  ...[key("newer_at", "timestamptz"), key("newer", "uuid")],
  ...[key("older_at", "timestamptz"), key("older", "uuid")],
];

/**
 * Reads a page of pairs. Every contact that shares a key with an older one is in contact_keys_shared, in the order of
 * the list; each makes a pair at least, so no more of them are looked at than a page has pairs.
 */
function duplicatesStatement({ teamId, reason, after, size }: AskedPairs): Statement {
  const params = new Params();
  const team = params.add(teamId, "uuid");
  const reasons = params.add(reason === undefined ? REASONS : [reason], "text[]");
  const places = after?.map((value, index) => params.add(value, keys[index]?.type ?? "text")) ?? [];
  // The contact that the page before ended with may have more pairs, or none.
  const rows = size.limit + (after === undefined ? 1 : 2);
  const [newerAt, newer, olderAt, older] = places;
  const notBefore = after === undefined ? "" : `and (s.created_at, s.contact_id) <= (${newerAt}, ${newer})`;
  const isAfter =
    after === undefined
      ? ""
      : `and ((n.created_at, n.contact_id) < (${newerAt}, ${newer}) or (o.created_at, o.contact_id) < (${olderAt}, ${older}))`;
  const from = `(
  select n.created_at as newer_at, n.contact_id as newer, p.created_at as older_at, p.contact_id as older
  from (
    select distinct s.created_at, s.contact_id
    from unnest(${reasons}) r(reason)
    cross join lateral (
      select distinct s.created_at, s.contact_id from crm.contact_keys s
      where s.team_id = ${team} and s.reason = r.reason and not s.is_first ${notBefore}
      order by s.created_at desc, s.contact_id desc limit ${rows}
    ) s
    order by s.created_at desc, s.contact_id desc limit ${rows}
  ) n
  join crm.contacts c on c.team_id = ${team} and c.id = n.contact_id
  cross join lateral (
    select distinct o.created_at, o.contact_id
    from crm.keys_of(c) k
    cross join lateral (
      select o.created_at, o.contact_id from crm.contact_keys o
      where o.team_id = ${team} and o.reason = k.reason and o.key = k.key
        and (o.created_at, o.contact_id) < (n.created_at, n.contact_id) ${isAfter}
      order by o.created_at desc, o.contact_id desc limit ${size.limit + 1}
    ) o
    where k.reason = any(${reasons})
    order by o.created_at desc, o.contact_id desc limit ${size.limit + 1}
  ) p
  order by 1 desc, 2 desc, 3 desc, 4 desc limit ${size.limit + 1}
) t`;
  const sort = { keys, text: "newest" };
  return listStatement({ from, where: ["true"], item: itemOf(team), sort, size }, params);
}

/** A pair as it is answered, over the row `t`. */
function itemOf(team: string): string {
  const one = (id: string) =>
    `(select ${contacts.store.texts.json} from crm.contacts t where t.team_id = ${team} and t.id = ${id})`;
  return `select json_build_object('reasons', (
    select json_agg(s.reason order by array_position(array['${REASONS.join("','")}'], s.reason))
    from (
      select distinct a.reason from crm.keys_of(o) a join crm.keys_of(n) b on b.reason = a.reason and b.key = a.key
    ) s), 'contacts', json_build_array(${one("o.id")}, ${one("n.id")}))
  from crm.contacts o, crm.contacts n
  where o.team_id = ${team} and o.id = t.older and n.team_id = ${team} and n.id = t.newer`;
}
