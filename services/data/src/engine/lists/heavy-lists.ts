import { FairSemaphore } from "@jst/db";
import type { Call } from "@jst/rpc";
import type { ListRowsQuery } from "../../../gen/rpc.ts";
import type { TableSchema } from "../schema/schema.ts";
import type { AskedList } from "./row-conditions.ts";
import type { ListTime } from "./list-time.ts";

/** Bytes of text from which looking through them is heavy: a quarter of a second of one core. */
const HEAVY_TEXT_BYTES = 16_000_000;
/** Bytes of a page from which it is heavy. */
const HEAVY_PAGE_BYTES = 512 * 1024;
/** Kinds of lists of one table that are remembered as heavy. */
const KINDS_MAX = 100;

/** So long a heavy list waits for a slot. */
const waitMs = 9_000;

/** Why a list is heavy. */
export type Heaviness = "page" | "search";

const remedy =
  "Ask for fewer rows (limit) or fewer lists at the same time, and try again after the seconds in Retry-After.";
const slots = (mostOfTeam: number) =>
  new FairSemaphore({ most: Infinity, mostOfTeam, waitMs, subject: "large lists of this team", remedy });

/**
 * Limits heavy lists of a team, so that processors and connections are left for other teams: a large page occupies
 * every process on its way. Each team has its own slots.
 */
const semaphores: Record<Heaviness, FairSemaphore> = { page: slots(1), search: slots(2) };

/** Kinds of lists whose last page was heavy. */
const heavyKinds = new WeakMap<TableSchema, Set<string>>();

/** Does the work of a heavy list once the team has a slot for it. */
export function withHeavySlot<T>(
  { caller, context }: Call<unknown>,
  heaviness: Heaviness,
  time: ListTime,
  work: () => Promise<T>,
): Promise<T> {
  const { departure } = context;
  return semaphores[heaviness].run(caller.team_id, work, { callerMs: time.leftMs(), departure });
}

/**
 * Returns why a list is heavy. Its last page of this kind was large, it searches much text, or it reads a name for each
 * row of a grown table.
 */
export function heavinessOf(
  { schema, query, order }: Pick<AskedList, "schema" | "query" | "order">,
  textBytes: number,
): Heaviness | undefined {
  if (order.joined !== undefined && schema.storage.isPromoted) return "search";
  if (heavyKinds.get(schema)?.has(kindOf(query)) === true) return "page";
  return textBytes >= HEAVY_TEXT_BYTES ? "search" : undefined;
}

/** Remembers whether lists of this kind are heavy. */
export function notePage(schema: TableSchema, query: ListRowsQuery, bytes: number): void {
  const known = heavyKinds.get(schema);
  if (bytes < HEAVY_PAGE_BYTES) {
    known?.delete(kindOf(query));
    return;
  }
  const kinds = known ?? new Set();
  if (kinds.size >= KINDS_MAX) kinds.clear();
  heavyKinds.set(schema, kinds.add(kindOf(query)));
}

/** Lists of one kind show as many rows in the same way. */
function kindOf({ limit, fields, computed, expand }: ListRowsQuery): string {
  return JSON.stringify([limit, fields, computed, expand]);
}
