import { parseLimit, readInstant, PAGE_BYTES_MAX, type CursorScope } from "@jst/query";
import { isUuid, type Call } from "@jst/rpc";
import type { AccountDeps } from "../deps.ts";
import type { Handler, ListAuditQuery } from "../../gen/rpc.ts";
import { isAway, looksUnavailable } from "./looks-away.ts";
import { own, type ListedEntry, type Place } from "./own-entries.ts";

/** Entries of the largest page (limits.page). */
const LIMIT_MAX = 200;
/** Resources of which emr has entries. */
const HEALTH: readonly string[] = ["emr", "wellness"];

/** Longest time that emr may take: a log without its entries is refused as soon as they do not come. */
const LOOKS_MS = 5_000;

/**
 * Answers the team's audit log, newest first: auth's own entries and those of emr of who looked at health data. Who
 * asks for these is never shown a part of the log; a team without health data has all of its own while emr is away
 * (operation.audit-list).
 */
export const listAudit: Handler<"ListAudit"> = async ({ query }, call) => {
  const { cursor, limit: asked, ...filters } = query;
  const limit = parseLimit(asked, LIMIT_MAX);
  const scope = scopeOf(call.caller.team_id, filters);
  const before = cursor === undefined ? undefined : placeIn(call.deps.cursors.decode(scope, cursor, 2));
  const narrowed = narrow(filters);
  const both = [own(call, narrowed, before, limit + 1), looks(call, narrowed, before, limit + 1)];
  const merged = (await Promise.all(both)).flat().sort(newestFirst);
  const shown = fitting(merged.slice(0, limit));
  const last = merged.length > shown.length ? shown.at(-1) : undefined;
  const next = last === undefined ? "null" : `"${call.deps.cursors.encode(scope, [last.at, last.id])}"`;
  const items = shown.map(({ item }) => item).join(",");
  return {
    body: `{"audit":[${items}],"next_cursor":${next},"has_more":${last !== undefined}}`,
    headers: { "cache-control": "no-store" },
  };
};

type Filters = Omit<ListAuditQuery, "cursor" | "limit">;

/** Everything that decides which entries are listed, in an order of its own: a cursor is good for this. */
function scopeOf(teamId: string, filters: Filters): CursorScope {
  const bound = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));
  return { teamId, route: "auth.v1.Audit/ListAudit", sort: "created_at:desc", filter: JSON.stringify(bound) };
}

function placeIn([at, id]: readonly (string | null)[]): Place {
  return { at: at ?? "", id: id ?? "" };
}

/**
 * Converts the filters to the form in which columns are compared: ids in lower case, times as PostgreSQL reads them.
 */
function narrow(filters: Filters): Filters {
  const entries = Object.entries(filters) as [keyof Filters, string][];
  const read = ([name, text]: [keyof Filters, string]): [string, string] => {
    if (name !== "from" && name !== "to") return [name, isUuid(text) ? text.toLowerCase() : text];
    return [name, readInstant(text)];
  };
  return Object.fromEntries(entries.map(read));
}

/** Entries of who looked at health data; none of a question that they cannot answer. */
async function looks(
  call: Call<AccountDeps>,
  filters: Filters,
  before: Place | undefined,
  limit: number,
): Promise<ListedEntry[]> {
  const { resource } = filters;
  if (resource !== undefined && !HEALTH.includes(resource)) return [];
  const asked = { team_id: call.caller.team_id, ...filters, ...(before && { before }), limit };
  const hop = { ...call.hop, deadline: Math.min(call.hop.deadline, Date.now() + LOOKS_MS) };
  try {
    const { entries } = await call.deps.emr.listAccesses(asked, hop);
    return entries.map(({ at, id, entry }) => ({ at, id, item: JSON.stringify(entry) }));
  } catch (cause) {
    if (!isAway(cause)) throw cause;
    if (!asksForLooks(call, filters)) return [];
    throw looksUnavailable(cause);
  }
}

/** True for a team with health data, and for who asks for some by name. */
function asksForLooks({ caller }: Call<AccountDeps>, { resource, patient_id, contact_id }: Filters): boolean {
  const isNamed = [resource, patient_id, contact_id].some((one) => one !== undefined);
  return isNamed || HEALTH.some((module) => caller.team.modules[module] === true);
}

/** Times of one form compare as texts, and so do ids in lower case. */
function newestFirst(one: Place, other: Place): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}

/** Returns the first entries, as many as fit into a page; at least one. */
function fitting(entries: readonly ListedEntry[]): readonly ListedEntry[] {
  let bytes = 0;
  const beyond = entries.findIndex(({ item }) => (bytes += Buffer.byteLength(item) + 1) > PAGE_BYTES_MAX);
  return beyond === -1 ? entries : entries.slice(0, Math.max(1, beyond));
}
