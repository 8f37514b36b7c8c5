import type { ApprovalRule, Counts, Hand, HandType, JudgedOperation, RuleCondition } from "@jst/changes";

/** Chooser of random values that a seed repeats. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a whole number from 0 up to and without `below`. */
  number(below: number): number {
    // Mulberry32.
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  }

  one<T>(values: readonly T[]): T {
    if (values.length === 0) throw new Error("There is nothing to choose from.");
    return values[this.number(values.length)] as T;
  }

  /** Returns some of the values, one at least. */
  some<T>(values: readonly T[]): T[] {
    const found = values.filter(() => this.number(2) === 0);
    return found.length === 0 ? [this.one(values)] : found;
  }

  /** Returns the members of which each is there once in `of` times. */
  maybe<T extends object>(of: number, make: () => T): Partial<T> {
    return this.number(of) === 0 ? make() : {};
  }
}

/** Values among which random rules and writes choose. */
export interface RuleWorld {
  resources: readonly string[];
  tables: readonly string[];
  fields: readonly string[];
  currencies: readonly string[];
  tokens: readonly string[];
  clients: readonly string[];
}

const doors = ["rest", "mcp", "mcp_actions", "actions", "tools", "internal", "console"] as const;
const types: readonly HandType[] = ["human", "break_glass", "oauth_app", "member", "admin", "service"];
const ops = ["create", "update", "delete"] as const;

/** Makes conditions of which few are given, so that all outcomes come up. */
export function randomCondition(dice: Dice, world: RuleWorld): RuleCondition {
  const range = (most: number) => {
    const from = dice.number(most);
    return dice.one([{ gte: from }, { lte: from }, { gte: from, lte: from + dice.number(most) }]);
  };
  const currency = () => dice.one(world.currencies);
  return {
    ...dice.maybe(6, () => ({ doors: dice.some(doors) })),
    ...dice.maybe(3, () => ({ actor_types: dice.some(types) })),
    ...dice.maybe(10, () => ({ token_ids: dice.some(world.tokens) })),
    ...dice.maybe(12, () => ({ client_ids: dice.some(world.clients) })),
    ...dice.maybe(3, () => ({ resources: dice.some(world.resources) })),
    ...dice.maybe(8, () => ({ table_ids: dice.some(world.tables) })),
    ...dice.maybe(4, () => ({ ops: dice.some(ops) })),
    ...dice.maybe(5, () => ({ fields: dice.some(world.fields) })),
    ...dice.maybe(5, () => ({ operations: range(4) })),
    ...dice.maybe(5, () => ({ amount: { currency: currency(), ...range(50) } })),
    ...dice.maybe(6, () => ({ recipients: range(5) })),
    ...dice.maybe(6, () => ({ reversible: dice.number(2) === 0 })),
    ...dice.maybe(5, () => ({
      over_per_day: dice.one([
        { operations: dice.number(6) },
        { amount: { currency: currency(), value: dice.number(80) } },
      ]),
    })),
  };
}

/** Makes up to six rules; `condition` makes their conditions. */
export function randomRules(dice: Dice, condition: () => RuleCondition): ApprovalRule[] {
  return Array.from({ length: dice.number(7) }, (_, place) => ({
    id: `00000000-0000-4000-8000-00000000000${place}`,
    name: `Rule ${place}`,
    when: condition(),
    outcome: dice.one(["run", "queue", "refuse"] as const),
    message: dice.one([null, "Ask first"]),
    approvers: { roles: ["owner", "admin"], members: [] },
    needed: 1,
    allow_self: false,
    timeout_hours: 336,
  }));
}

export function randomHand(dice: Dice, world: RuleWorld): Hand {
  const token = dice.one(world.tokens);
  return {
    door: dice.one(doors),
    type: dice.one(types),
    token_id: token,
    ...dice.maybe(3, () => ({ family_id: dice.one(world.tokens) })),
    ...dice.maybe(3, () => ({ client_id: dice.one(world.clients) })),
    counted_as: token,
  };
}

export function randomOperations(dice: Dice, world: RuleWorld): JudgedOperation[] {
  return Array.from({ length: dice.number(5) }, () => ({
    resource: dice.one(world.resources),
    op: dice.one(ops),
    tableId: dice.one([undefined, ...world.tables]),
    fields: new Set(dice.some(world.fields)),
    amount: dice.one([undefined, { currency: dice.one(world.currencies), value: dice.number(40) }]),
    recipients: dice.number(4),
    isFinal: dice.number(3) === 0,
  }));
}

export function randomCounts(dice: Dice, rules: readonly ApprovalRule[]): Counts {
  return new Map(rules.filter(() => dice.number(2) === 0).map(({ id }) => [id, dice.number(80)]));
}
