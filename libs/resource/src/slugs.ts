import { AppError } from "@jst/errors";
import { one, type TeamTx } from "@jst/db";
import { cutSlug, slugOf } from "@jst/values";
import type { DeclaredFacts } from "./declaration.ts";
import { liveOf, quoted } from "./sql.ts";

/** Characters of an id that stand for a text of which nothing is left. */
const ID_TAIL = 12;

/**
 * Slugs of a resource: one that is derived takes the first free number, one that is given is refused where it is
 * taken. A deleted one leaves its slug to others, any other keeps it for ever. Who makes a slug live takes its turn
 * among those of the team first, so that fifty at once get fifty.
 */
export class Slugs {
  readonly member: string;
  readonly #from: string;
  readonly #facts: DeclaredFacts;

  constructor(facts: DeclaredFacts, member: string, from: string) {
    this.#facts = facts;
    this.member = member;
    this.#from = from;
  }

  /** Waits until no other transaction makes a slug of this team's, and keeps others from it until this one ends. */
  async hold(tx: TeamTx): Promise<void> {
    const text = "select pg_advisory_xact_lock(hashtextextended($2 || ' ' || $1, 0))";
    await tx.query({
      name: this.#name("hold"),
      text,
      values: [tx.context.teamId, `slugs ${this.#facts.table}`],
    });
  }

  /** True for a patch that may make a slug live. */
  isMovedBy({ members, isRestore }: { members: object; isRestore?: boolean }): boolean {
    return isRestore === true || this.member in members;
  }

  /** Returns the slug of a new one, unless it was given one that is free. */
  async complete(tx: TeamTx, next: object): Promise<Record<string, string>> {
    await this.hold(tx);
    const given = next as Readonly<Record<string, unknown>>;
    if (given[this.member] === null) return this.#derived(tx, String(given[this.#from]));
    await this.requireFree(tx, next, null);
    return {};
  }

  /** Throws slug_taken, with the id of who has it, unless the slug is free for this one; the turn is held. */
  async requireFree(tx: TeamTx, next: object, id: string | null): Promise<void> {
    const slug = String((next as Readonly<Record<string, unknown>>)[this.member]);
    const [owner] = await this.#owners(tx, [slug]);
    if (owner === undefined || owner.id === id) return;
    const detail = `Another ${this.#facts.noun} of the team has the slug ${slug}. Choose another one.`;
    throw new AppError("slug_taken", detail, { extension: { existing_id: owner.id } });
  }

  /** The slug that the text yields, with the first number that makes it free. */
  async #derived(tx: TeamTx, text: string): Promise<Record<string, string>> {
    const made = one(
      await tx.query<{ id: string }>({
        name: this.#name("new_id"),
        text: "select uuidv7() as id",
        values: [],
      }),
    );
    const base = slugOf(text) || made.id.slice(-ID_TAIL);
    for (let from = 1, count = 16; ; from += count, count *= 2) {
      const candidates = Array.from({ length: count }, (_, at) => numbered(base, from + at));
      const taken = new Set((await this.#owners(tx, candidates)).map(({ slug }) => slug));
      const slug = candidates.find((candidate) => !taken.has(candidate));
      if (slug !== undefined) return { id: made.id, [this.member]: slug };
    }
  }

  #owners(tx: TeamTx, slugs: readonly string[]): Promise<{ id: string; slug: string }[]> {
    const member = quoted(this.member);
    return tx.query({
      name: this.#name("slug_owners"),
      text: `select t.id, t.${member} as slug from ${this.#facts.table} t
where t.team_id = $1 and t.${member} = any($2::text[])${liveOf("t", this.#facts)}`,
      values: [tx.context.teamId, slugs],
    });
  }

  #name(what: string): string {
    return `${this.#facts.table}.${what}`;
  }
}

/** The slugs of a resource; undefined for one without. */
export function slugsOf(facts: DeclaredFacts): Slugs | undefined {
  const member = facts.members.find(({ slugOf: from }) => from !== undefined);
  return member?.slugOf === undefined ? undefined : new Slugs(facts, member.name, member.slugOf);
}

function numbered(base: string, n: number): string {
  return n === 1 ? base : cutSlug(base, `-${n}`);
}
