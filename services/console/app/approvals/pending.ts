import { answered } from "@jst/client";
import { useQueries, useQuery } from "@tanstack/react-query";
import { api } from "../api.ts";
import { useSession } from "../session/session.ts";
import { changesetAt, hasApproved, type Changeset } from "./changesets.ts";

/** As many proposals as the navigation counts, and how often. */
const COUNTED = 100;
const COUNTED_EVERY_MS = 15_000;

/** Proposals that wait for the decision of who is signed in, newest first; those with that person's approval do not. */
export function useWaiting() {
  const session = useSession();
  const { data } = useQuery({
    queryKey: ["changesets", "decidable"],
    queryFn: () => {
      const query = { decidable: true, limit: COUNTED };
      return answered(api.GET("/api/v1/changesets", { params: { query } }));
    },
    enabled: session.member.role !== "viewer",
    refetchInterval: COUNTED_EVERY_MS,
  });
  return data && { ...data, changesets: data.changesets.filter((one) => !hasApproved(session, one)) };
}

/** Reads the newest waiting proposals that the person may read. */
function usePendingPage() {
  const session = useSession();
  return useQuery({
    queryKey: ["changesets", "waiting"],
    queryFn: () => {
      const query = { status: "queued" as const, limit: COUNTED };
      return answered(api.GET("/api/v1/changesets", { params: { query } }));
    },
    enabled: session.member.role !== "viewer",
    refetchInterval: COUNTED_EVERY_MS,
  });
}

/** Returns the newest waiting proposals that the person may read. */
export const usePending = (): readonly Changeset[] => usePendingPage().data?.changesets ?? [];

/** Returns the waiting proposals that the person may read, by the ids of the things that they change. */
export const usePendingByRecord = (): ReadonlyMap<string, readonly Changeset[]> => byThing(usePending());

/** Returns the proposal that waits to undo the change; undefined without one. */
export const usePendingUndo = (id: string): Changeset | undefined =>
  usePending().find(({ undo_of: undone }) => undone === id);

/** Own proposals as they were at a time. */
export interface OwnPending {
  changesets: readonly Changeset[];
  /** In ms since 1970. */
  readAt: number;
}

/**
 * Returns the waiting proposals that the signed-in person made in the console and that are wanted, each with its first
 * 200 operations; undefined until all of them are loaded.
 */
export function useOwnPending(isWanted: (changeset: Changeset) => boolean): OwnPending | undefined {
  const { member } = useSession();
  const { data, dataUpdatedAt: readAt } = usePendingPage();
  const own = data?.changesets.filter(
    ({ proposed_by: by, source }) => by.id === member.id && source.token_type === "member",
  );
  const wanted = own?.filter(isWanted) ?? [];
  const isCut = ({ operations, operation_count: count }: Changeset) => operations.length < count;
  const whole = useQueries({
    queries: wanted.filter(isCut).map(({ id }) => ({ ...changesetAt(id, 0), staleTime: Infinity })),
    combine: (results) =>
      new Map(results.flatMap(({ data: one }) => (one === undefined ? [] : [[one.id, one]]))),
  });
  const changesets = wanted.flatMap((one) => (isCut(one) ? (whole.get(one.id) ?? []) : one));
  return data !== undefined && changesets.length === wanted.length ? { changesets, readAt } : undefined;
}

function byThing(changesets: readonly Changeset[]): Map<string, Changeset[]> {
  const all = new Map<string, Changeset[]>();
  for (const changeset of changesets)
    for (const id of new Set(changeset.operations.map((operation) => operation.id)))
      if (id !== undefined) all.set(id, [...(all.get(id) ?? []), changeset]);
  return all;
}

/** Returns how many proposals wait for the person: "3", "100+", or an empty text if none does. */
export function useWaitingCount(): string {
  const waiting = useWaiting();
  const count = waiting?.changesets.length ?? 0;
  return count === 0 ? "" : `${count}${waiting?.has_more === true ? "+" : ""}`;
}
