import type { Tint } from "./tints.ts";

/** Tint of each state of things, by its name in the API (DESIGN.md). */
const TINT_OF: Readonly<Record<string, Tint>> = {
  ...{ draft: "grey", open: "blue", paid: "green", void: "grey", uncollectible: "red" },
  ...{ accepted: "green", declined: "grey", expired: "grey", canceled: "grey", cancelled: "grey" },
  ...{ pending: "amber", incomplete: "amber", incomplete_expired: "grey", trialing: "blue" },
  ...{ active: "green", past_due: "orange", unpaid: "red", paused: "amber" },
  ...{ booked: "blue", completed: "green", no_show: "orange" },
  ...{ queued: "amber", scheduled: "amber", sending: "blue", sent: "green", delivered: "green" },
  ...{ undelivered: "red", failed: "red", captured: "violet", received: "teal" },
  ...{ published: "green", closed: "grey", archived: "grey" },
};

/** Returns a state as a pill shows it: its word, or its name in the API, and its tint. */
export const statePill = (state: string, word: string = state.replaceAll("_", " ")) => ({
  text: word,
  tint: TINT_OF[state] ?? ("grey" as const),
});
