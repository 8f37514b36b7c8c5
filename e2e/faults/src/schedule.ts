import { Random } from "./random.ts";

/** Processes between a writer and a sink. Relay and dispatcher are part of crm and webhooks. */
export const path = ["gateway", "auth", "crm", "webhooks", "postgres", "redis", "kafka"] as const;

/** Process of the path. */
export type Target = (typeof path)[number];

/**
 * kill: SIGKILL, the supervisor starts it again. freeze: SIGSTOP with all its children, and SIGCONT. restart: SIGTERM
 * and a new start. empty: the broker loses every topic, offset and id. fill: the broker's disk is full. clock: the
 * process lives two hours in the future. reset, blackhole: the ways to a component answer with a TCP reset, or not at
 * all. hold: a transaction that has written stays open, and the relay's horizon with it. exhaust: the service's role is
 * given no connection to PostgreSQL.
 */
export type FaultKind =
  | "kill"
  | "freeze"
  | "restart"
  | "empty"
  | "fill"
  | "clock"
  | "reset"
  | "blackhole"
  | "hold"
  | "exhaust";

/** One fault: what is done to whom at once, for how long, and how long nothing is done before it. */
export interface Fault {
  kind: FaultKind;
  targets: readonly Target[];
  holdMs: number;
  calmMs: number;
}

/** Faults under one load, with one check at the end. */
export interface Episode {
  seed: number;
  faults: readonly Fault[];
  /** How long a fault waits at most for the writers to catch up with what the one before has held up. */
  catchUpMs: number;
}

/** How often each fault comes, and how long those last that last. */
export interface Profile {
  killsEach: number;
  /** Pairs that are killed at once; the long profile has them all. */
  pairs: number;
  /** Pairs that are frozen at once, and as many that are restarted at once. */
  calmPairs: number;
  freezesEach: number;
  restartsEach: number;
  empties: number;
  fills: number;
  clocksEach: number;
  /** Ways that are cut, and how often each is in each manner. */
  ways: number;
  cutsEach: number;
  exhaustsEach: number;
  /** Transactions that stay open so long. */
  holdsMs: readonly number[];
  freezeMs: readonly [least: number, most: number];
  faultsPerEpisode: number;
  catchUpMs: number;
}

/**
 * Profile of `make test`: every process killed and one pair, two freezes, Redis among them; the broker emptied; one
 * direction cut in both manners, one transaction left open.
 */
export const shortProfile: Profile = {
  killsEach: 1,
  pairs: 1,
  calmPairs: 0,
  freezesEach: 0,
  restartsEach: 0,
  empties: 1,
  fills: 0,
  clocksEach: 0,
  ways: 1,
  cutsEach: 1,
  exhaustsEach: 0,
  holdsMs: [2_000],
  freezeMs: [1_500, 2_500],
  faultsPerEpisode: 16,
  catchUpMs: 2_000,
};

/** Long profile, of `make faults` (operation.recovery). */
export const longProfile: Profile = {
  killsEach: 25,
  pairs: 21,
  calmPairs: 21,
  freezesEach: 3,
  restartsEach: 2,
  empties: 10,
  fills: 2,
  clocksEach: 1,
  ways: 6,
  cutsEach: 2,
  exhaustsEach: 2,
  holdsMs: [30_000, 30_000],
  freezeMs: [5_000, 20_000],
  faultsPerEpisode: 8,
  catchUpMs: 20_000,
};

/** Services whose clock can be moved: those that run on Node. */
const clocked: readonly Target[] = ["auth", "crm", "webhooks"];

/** Targets of connections: gateway to services, services to stores, relay and dispatcher to Kafka, auth to Redis. */
const reached: readonly Target[] = ["auth", "crm", "webhooks", "postgres", "kafka", "redis"];
/** Roles whose connections carry writes and deliveries. */
const connected: readonly Target[] = ["auth", "crm", "webhooks"];

/**
 * The episodes of a profile: every fault of a wanted kind, in an order that follows from the seed alone. A run that is
 * ended early has seen as much as it could: every process alone comes first, then every pair, then what comes again.
 */
export function schedule(
  profile: Profile,
  seed: number,
  isWanted: (kind: FaultKind) => boolean = () => true,
): Episode[] {
  const random = new Random(seed);
  const wanted = random.shuffled(deck(profile, random).filter(({ kind }) => isWanted(kind)));
  const [alone, together, again] = byRank(wanted);
  const faults = [...alone, ...together, ...again];
  const episodes: Episode[] = [];
  for (let start = 0; start < faults.length; start += profile.faultsPerEpisode) {
    const hand = faults.slice(start, start + profile.faultsPerEpisode);
    episodes.push({ seed: random.between(1, 2 ** 31), faults: hand, catchUpMs: profile.catchUpMs });
  }
  return episodes;
}

function byRank(faults: readonly Fault[]): [alone: Fault[], together: Fault[], again: Fault[]] {
  const ranks: [Fault[], Fault[], Fault[]] = [[], [], []];
  const seen = new Set<string>();
  for (const fault of faults) {
    const name = `${fault.kind} ${fault.targets.join()}`;
    ranks[seen.has(name) ? 2 : fault.targets.length > 1 ? 1 : 0].push(fault);
    seen.add(name);
  }
  return ranks;
}

function deck(profile: Profile, random: Random): Fault[] {
  const calm = () => random.between(300, 1_200);
  const hold = () => random.between(...profile.freezeMs);
  const fault = (kind: FaultKind, targets: readonly Target[], holdMs = 0): Fault => {
    return { kind, targets, holdMs, calmMs: calm() };
  };
  const times = (count: number, make: () => Fault) => Array.from({ length: count }, make);
  const pairs = random.shuffled(pairsOf(path)).slice(0, profile.pairs);
  const calmPairs = pairsOf(path).slice(0, profile.calmPairs);
  const others = random.shuffled(path.filter((name) => name !== "redis"));
  const ways = random.shuffled(reached).slice(0, profile.ways);
  const short = profile.freezesEach === 0 ? ["redis" as const, ...others.slice(0, 1)] : [];
  return [
    ...path.flatMap((one) => times(profile.killsEach, () => fault("kill", [one]))),
    ...pairs.map((pair) => fault("kill", pair)),
    ...short.map((one) => fault("freeze", [one], hold())),
    ...path.flatMap((one) => times(profile.freezesEach, () => fault("freeze", [one], hold()))),
    ...path.flatMap((one) => times(profile.restartsEach, () => fault("restart", [one]))),
    ...calmPairs.map((pair) => fault("freeze", pair, hold())),
    ...calmPairs.map((pair) => fault("restart", pair)),
    ...times(profile.empties, () => fault("empty", ["kafka"])),
    ...times(profile.fills, () => fault("fill", ["kafka"], hold())),
    ...(["reset", "blackhole"] as const).flatMap((cut) =>
      ways.flatMap((one) => times(profile.cutsEach, () => fault(cut, [one], hold()))),
    ),
    ...connected.flatMap((one) => times(profile.exhaustsEach, () => fault("exhaust", [one], hold()))),
    ...profile.holdsMs.map((holdMs) => fault("hold", ["postgres"], holdMs)),
    ...clocked.flatMap((one) => times(profile.clocksEach, () => fault("clock", [one], hold()))),
  ];
}

function pairsOf<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((one, index) => items.slice(index + 1).map((other): [T, T] => [one, other]));
}
