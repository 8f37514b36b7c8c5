import { ReadFirst, type TeamContext } from "@jst/db";
import { hopWithin } from "@jst/rpc";
import { LRUCache } from "lru-cache";
import type { Peers } from "../../gen/internal.ts";
import type { Person } from "./invite.ts";

/** Longest wait for an answer of auth. */
const ASK_MS = 1_000;
/** Time for which the reading of a member counts. */
const KNOWN_MS = 60_000;
/** Time for which the reading of an id counts that is not a member's. */
const ABSENT_MS = 3_000;
/** Time for which the last reading counts on, each time that auth does not answer. */
const AWAY_MS = 5_000;
const HOSTS_MAX = 10_000;

/** Last reading of an id; without a person the id is not a member's. */
interface Reading {
  person?: Person;
  freshUntil: number;
}

/**
 * Cache of the names and addresses of hosts, which auth owns. The last reading counts while auth does not answer
 * (scheduling.other-services).
 */
export class Hosts {
  readonly #auth: Pick<Peers["auth"], "findHosts">;
  readonly #askMs: number;
  readonly #now: () => number;
  readonly #readings = new LRUCache<string, Reading>({ max: HOSTS_MAX });
  readonly #underWay = new Map<string, Promise<void>>();

  /** Only tests set the longest wait and the clock. */
  constructor(
    auth: Pick<Peers["auth"], "findHosts">,
    { askMs = ASK_MS, now = () => performance.now() }: { askMs?: number; now?: () => number } = {},
  ) {
    this.#auth = auth;
    this.#askMs = askMs;
    this.#now = now;
  }

  /** Returns the host; undefined for an id that is not a member's. It calls auth: never use it in a transaction. */
  async find(context: TeamContext, id: string): Promise<Person | undefined> {
    if (this.#fresh(context, id) === undefined) await this.#read(context, [id]);
    return this.#readings.get(keyOf(context, id))?.person;
  }

  /** Returns the hosts from the cache, without a call; throws ReadFirst if the cache lacks one. */
  recall(context: TeamContext, ids: readonly string[]): ReadonlyMap<string, Person> {
    const readings = ids.map((id) => [id, this.#fresh(context, id)] as const);
    const lacking = readings.filter(([, reading]) => reading === undefined).map(([id]) => id);
    if (lacking.length > 0) throw new ReadFirst(() => this.#read(context, [...new Set(lacking)]));
    const known = readings.flatMap(([id, reading]): [string, Person][] =>
      reading?.person === undefined ? [] : [[id, reading.person]],
    );
    return new Map(known);
  }

  #fresh(context: TeamContext, id: string): Reading | undefined {
    const reading = this.#readings.get(keyOf(context, id));
    return reading !== undefined && this.#now() < reading.freshUntil ? reading : undefined;
  }

  /** Reads the hosts; callers that lack the same ones share a call. */
  #read(context: TeamContext, ids: readonly string[]): Promise<void> {
    const key = keyOf(context, ids.join());
    const underWay = this.#underWay.get(key);
    if (underWay !== undefined) return underWay;
    const reading = this.#ask(context, ids).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, reading);
    return reading;
  }

  async #ask(context: TeamContext, ids: readonly string[]): Promise<void> {
    try {
      const question = { team_id: context.teamId, ids: [...ids] };
      const { hosts } = await this.#auth.findHosts(question, hopWithin(this.#askMs, context));
      const people = new Map(hosts.map(({ id, name, email }) => [id.toLowerCase(), { name, email }]));
      for (const id of ids) this.#remember(context, id, people.get(id.toLowerCase()));
    } catch (error) {
      const last = ids.map((id) => this.#readings.get(keyOf(context, id)));
      if (last.includes(undefined)) throw error;
      for (const reading of last) if (reading !== undefined) reading.freshUntil = this.#now() + AWAY_MS;
    }
  }

  #remember(context: TeamContext, id: string, person: Person | undefined): void {
    const freshUntil = this.#now() + (person === undefined ? ABSENT_MS : KNOWN_MS);
    const reading = { ...(person === undefined ? {} : { person }), freshUntil };
    this.#readings.set(keyOf(context, id), reading);
  }
}

const keyOf = ({ teamId }: TeamContext, id: string): string => `${teamId} ${id}`.toLowerCase();
