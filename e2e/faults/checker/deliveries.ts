import { grouped } from "./grouped.ts";
import type { Delivery, History, Receipt, Rules, Violation } from "./history.ts";

/** I3: one delivery for each event and each endpoint of its team, neither fewer nor more. */
export function deliveriesAreExact({ deliveries, endpoints }: History): Violation[] {
  const rows = grouped(deliveries, ({ endpoint, event }) => `${endpoint} ${event}`);
  const events = grouped(deliveries, ({ team }) => team);
  const found: Violation[] = [];
  for (const { id, team } of endpoints) {
    for (const event of new Set((events.get(team) ?? []).map((delivery) => delivery.event))) {
      const count = rows.get(`${id} ${event}`)?.length ?? 0;
      if (count === 1) continue;
      const what = `event ${event} stands ${count} times for endpoint ${id}`;
      found.push({ invariant: "I3", kind: count === 0 ? "lost" : "duplicated", what });
    }
  }
  return found;
}

/** I4: every delivery has ended; a success was taken by its sink, signed, and all its POSTs were the same event. */
export function deliveriesHaveEnded({ deliveries, receipts }: History): Violation[] {
  const posts = grouped(receipts, ({ delivery }) => delivery);
  const found: Violation[] = [];
  for (const delivery of deliveries) {
    const { id, status } = delivery;
    const got = posts.get(id) ?? [];
    if (status !== "success" && status !== "failed") found.push(lost(`delivery ${id} is ${status}`));
    if (status === "success" && !got.some(({ isAccepted, isSigned }) => isAccepted && isSigned))
      found.push(lost(`delivery ${id} is a success that no sink has taken`));
    found.push(...postFaults(delivery, got));
  }
  const known = new Set(deliveries.map(({ id }) => id));
  const strays = receipts.filter(({ delivery }) => !known.has(delivery));
  return [
    ...found,
    ...strays.map(({ delivery }) => wrong("I4", `a POST of ${delivery}, which is no delivery`)),
  ];
}

function postFaults({ id, event, endpoint }: Delivery, posts: readonly Receipt[]): Violation[] {
  const found: Violation[] = [];
  if (posts.some(({ isSigned }) => !isSigned))
    found.push(wrong("I4", `a POST of ${id} has a wrong signature`));
  if (posts.some((post) => post.event !== event))
    found.push(wrong("I4", `a POST of ${id} names another event`));
  if (posts.some((post) => post.endpoint !== endpoint))
    found.push(wrong("I4", `${id} reached another endpoint`));
  if (new Set(posts.map(({ body }) => body)).size > 1)
    found.push(wrong("I4", `the body of ${id} has changed`));
  return found;
}

/** I6: no more POSTs than attempts, and none before its time. */
export function attemptsKeepSchedule({ deliveries, receipts, rules }: History): Violation[] {
  const over = deliveries.filter(({ attempts }) => attempts > rules.attemptsMax);
  const found = over.map(({ id, attempts }) => wrong("I6", `delivery ${id} counts ${attempts} attempts`));
  for (const [delivery, posts] of grouped(receipts, (receipt) => receipt.delivery)) {
    if (posts.length > rules.attemptsMax)
      found.push(wrong("I6", `${delivery} was posted ${posts.length} times`));
    found.push(...earlyPosts(delivery, posts, rules));
  }
  return found;
}

function earlyPosts(delivery: string, posts: readonly Receipt[], { delaysMs, leaseMs }: Rules): Violation[] {
  const inOrder = posts.toSorted((one, other) => one.attempt - other.attempt);
  return inOrder.slice(1).flatMap((post, index) => {
    const before = inOrder[index];
    if (before === undefined) return [];
    const least = Math.min(delaysMs[before.attempt - 1] ?? 0, leaseMs);
    const gap = post.atMs - before.atMs;
    if (gap >= least && post.attempt > before.attempt) return [];
    return [
      wrong("I6", `${delivery}: attempt ${post.attempt} came ${Math.round(gap)} ms after ${before.attempt}`),
    ];
  });
}

/** I7: nothing crosses teams: rows, payloads, endpoints, POSTs. */
export function teamsStayApart({ deliveries, endpoints, receipts, walks }: History): Violation[] {
  const teamOf = new Map(endpoints.map(({ id, team }) => [id, team]));
  const found = deliveries
    .filter(({ team, payloadTeam, endpoint }) => team !== payloadTeam || teamOf.get(endpoint) !== team)
    .map(({ id }) => wrong("I7", `delivery ${id} is not of its endpoint's team`));
  const strange = receipts.filter(({ endpoint, team }) => teamOf.get(endpoint) !== team);
  found.push(...strange.map(({ delivery }) => wrong("I7", `a POST of ${delivery} reached another team`)));
  const rows = new Map(deliveries.map(({ id, team }) => [id, team]));
  for (const { team, walker, items } of walks) {
    const foreign = items.filter((id) => (rows.get(id) ?? team) !== team);
    found.push(...foreign.map((id) => wrong("I7", `${walker} was shown ${id} of another team`)));
  }
  return found;
}

function lost(what: string): Violation {
  return { invariant: "I4", kind: "lost", what };
}

function wrong(invariant: string, what: string): Violation {
  return { invariant, kind: "wrong", what };
}
