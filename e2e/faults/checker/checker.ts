import { actsAreAudited, backlogDrains, nobodyTrespasses } from "./authorization.ts";
import {
  attemptsKeepSchedule,
  deliveriesAreExact,
  deliveriesHaveEnded,
  teamsStayApart,
} from "./deliveries.ts";
import { feedIsOneSequence } from "./feed.ts";
import type { History, Violation } from "./history.ts";
import { eventsMatchWrites, writesAreReadable } from "./writes.ts";

/** Invariants of every history (operation.recovery), and the check of each. */
export const invariants = {
  I1: { claim: "every acknowledged write is readable", breaches: writesAreReadable },
  I2: { claim: "every present write has exactly its events", breaches: eventsMatchWrites },
  I3: { claim: "deliveries are events times endpoints, exactly once", breaches: deliveriesAreExact },
  I4: { claim: "every delivery ends; a success was received, signed", breaches: deliveriesHaveEnded },
  I5: { claim: "the feed is one sequence for every walker", breaches: feedIsOneSequence },
  I6: { claim: "five attempts at most, none before its time", breaches: attemptsKeepSchedule },
  I7: { claim: "nothing crosses teams", breaches: teamsStayApart },
  I8: { claim: "every decision is in the audit log once", breaches: actsAreAudited },
  I9: { claim: "the backlog drains after the faults", breaches: backlogDrains },
  I10: { claim: "nobody passes without a right to", breaches: nobodyTrespasses },
} satisfies Record<string, { claim: string; breaches: (history: History) => Violation[] }>;

/** Every breach of every invariant; none for a history that is right. */
export function check(history: History): Violation[] {
  return Object.values(invariants).flatMap(({ breaches }) => breaches(history));
}
