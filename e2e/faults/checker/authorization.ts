import { grouped } from "./grouped.ts";
import type { History, Violation } from "./history.ts";

/** I8: every act on a changeset stands in the audit log once, and no entry speaks of an act that was not done. */
export function actsAreAudited({ decisions, audit, brokenChains }: History): Violation[] {
  const entries = grouped(audit, ({ changeset, action }) => `${changeset} ${action}`);
  const found: Violation[] = brokenChains.map((what) => ({ invariant: "I8", kind: "wrong", what }));
  for (const { changeset, status, isApproved } of decisions) {
    if (isApproved && status !== "executed")
      found.push({ invariant: "I8", kind: "lost", what: `${changeset} was approved and is ${status}` });
    const wanted = { "changeset.propose": 1, "changeset.approve": status === "executed" ? 1 : 0 };
    for (const [action, count] of Object.entries(wanted)) {
      const stands = entries.get(`${changeset} ${action}`)?.length ?? 0;
      if (stands === count) continue;
      const kind = stands < count ? "lost" : "duplicated";
      found.push({ invariant: "I8", kind, what: `${action} of ${changeset} stands ${stands} times` });
    }
  }
  const known = new Set(decisions.map(({ changeset }) => changeset));
  const strays = audit.filter(({ changeset }) => !known.has(changeset));
  const stray = ({ changeset }: { changeset: string }): Violation => {
    return { invariant: "I8", kind: "wrong", what: `an entry about ${changeset}, which is not stored` };
  };
  return [...found, ...strays.map(stray)];
}

/**
 * I9: once the faults have stopped, what is left is delivered within the limit; what the machine did for others is no
 * part of it.
 */
export function backlogDrains({ drainMs, drainOthersMs, rules }: History): Violation[] {
  if (drainMs !== null && drainMs - drainOthersMs <= rules.drainLimitMs) return [];
  const what =
    drainMs === null
      ? "the backlog never drained"
      : `the backlog took ${drainMs} ms to drain, ${drainOthersMs} ms of them were others'`;
  return [{ invariant: "I9", kind: "wrong", what }];
}

/** I10: nobody passes who may not, at any time. */
export function nobodyTrespasses({ trespasses }: History): Violation[] {
  return trespasses.map((what) => ({ invariant: "I10", kind: "wrong", what }));
}
