import type { Notice } from "./notices.ts";

type Grouped = Pick<Notice, "id" | "kind" | "actor" | "read_at">;

/** Fewest notices that one card shows. */
const LEAST = 4;

/** Groups notices that follow each other and are about acts of one kind by one actor; fewer than four stay alone. */
export function groupsOf<N extends Grouped>(notices: readonly N[]): [N, ...N[]][] {
  const runs: [N, ...N[]][] = [];
  for (const notice of notices) {
    const run = runs.at(-1);
    if (run !== undefined && isAlike(run[0], notice)) run.push(notice);
    else runs.push([notice]);
  }
  return runs.flatMap((run) => (run.length < LEAST ? run.map((one): [N] => [one]) : [run]));
}

const isAlike = (one: Grouped, other: Grouped): boolean =>
  one.kind === other.kind &&
  one.actor.id === other.actor.id &&
  (one.read_at === null) === (other.read_at === null);
