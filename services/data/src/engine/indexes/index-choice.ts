import { rowFields } from "../schema/schema.ts";
import { type IndexForm, indexForms, INDEXES_MAX, isOfLocale } from "./index-forms.ts";
import { indexName, localeOfWish } from "./index-names.ts";
import { WISH_REST_MS } from "./index-wishes.ts";
import type { Wish, WishingTable } from "./wish-queries.ts";
import { storageOf } from "../storage/storage.ts";

/** Weight of a use that an existing index serves. */
const PRESENT_WEIGHT = 2;
/** So long an index is outweighed before it goes. By then all wishes that come steadily have been written again. */
const OUTWEIGHED_MS = 2 * WISH_REST_MS;

/** An index that lists wish for. */
interface WeighedIndex {
  name: string;
  form: IndexForm;
  /** Its uses of late, whatever for; none when it was not wished for in a day. */
  weight: number;
}

/**
 * Chooses the indexes of tables: those whose wishes fit the columns and have most recent uses, then the latest ones. An
 * existing index gives way only to a wish with more than twice its uses. Otherwise fields that are used alike would
 * alternate, and each change is a build. It also waits until every wish has been written again. Each is written at its
 * own instant, and the first one would look more frequent than one of a minute ago.
 */
export class IndexChoice {
  /** Since when indexes of each table are outweighed, by their names, on the clock of `now`. */
  readonly #outweighed = new Map<string, ReadonlyMap<string, number>>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** True when an index of the table that was outweighed is to be looked at again, whether or not a wish has come. */
  isDue(tableId: string): boolean {
    return [...(this.#outweighed.get(tableId)?.values() ?? [])].some((since) => this.#isLong(since));
  }

  /** The indexes that the table is to have by name, each with how it is made; `present` are those it has. */
  choose(
    tableId: string,
    table: WishingTable,
    wishes: readonly Wish[],
    present: ReadonlySet<string>,
  ): Map<string, string> {
    const weighed = weighedIndexes(table, wishes, present);
    const isOfDeleted = ({ form }: WeighedIndex) => form.kind === "deleted";
    const isPresent = ({ name }: WeighedIndex) => present.has(name);
    const counted = weighed
      .filter((index) => !isOfDeleted(index))
      .toSorted((one, other) => other.weight - one.weight);
    const heaviest = counted.slice(0, INDEXES_MAX);
    const outweighed = counted.slice(INDEXES_MAX).filter((index) => isPresent(index) && index.weight > 0);
    const stay = this.#notLongOutweighed(tableId, outweighed);
    const kept = [...heaviest.filter(isPresent), ...stay];
    const added = heaviest
      .filter((index) => !isPresent(index))
      .slice(0, Math.max(0, INDEXES_MAX - kept.length));
    const chosen = [...weighed.filter(isOfDeleted), ...kept, ...added];
    return new Map(chosen.map(({ name, form }) => [name, form.sql]));
  }

  #notLongOutweighed(tableId: string, outweighed: readonly WeighedIndex[]): WeighedIndex[] {
    const known = this.#outweighed.get(tableId);
    const sinceOf = ({ name }: WeighedIndex) => known?.get(name) ?? this.#now();
    const stay = outweighed.filter((index) => !this.#isLong(sinceOf(index)));
    if (stay.length === 0) this.#outweighed.delete(tableId);
    else this.#outweighed.set(tableId, new Map(stay.map((index) => [index.name, sinceOf(index)])));
    return stay;
  }

  #isLong(since: number): boolean {
    return this.#now() - since >= OUTWEIGHED_MS;
  }
}

/**
 * Weighs the indexes by form: one that several wishes ask for has the uses of all. A wish that several indexes can
 * serve counts for an existing one, and rather for one that another wish asks for. The index that served it alone goes
 * only when that one exists too, because a build takes long and may fail.
 */
function weighedIndexes(
  { relation, columns }: WishingTable,
  wishes: readonly Wish[],
  present: ReadonlySet<string>,
): WeighedIndex[] {
  const fields = rowFields(columns, storageOf(relation), false);
  const each = wishes.map((wish) => ({
    ...wish,
    forms: indexForms(wish.kind, wish.field, fields).map((form) => ({
      form,
      name: indexName(relation, form),
    })),
  }));
  const asked = inLatestLocale(each);
  const only = asked.filter(({ forms, isRecent }) => isRecent && forms.length === 1);
  const wanted = new Set(only.flatMap(({ forms }) => forms.map(({ name }) => name)));
  const weighed = new Map<string, WeighedIndex>();
  for (const { forms, uses, isRecent } of asked) {
    const isPresent = ({ name }: { name: string }) => present.has(name);
    const isWanted = ({ name }: { name: string }) => wanted.has(name);
    const there = forms.filter(isPresent);
    const chosen = there.find(isWanted) ?? there[0] ?? forms.find(isWanted) ?? forms[0];
    if (chosen === undefined) continue;
    const weight = isRecent ? uses * (present.has(chosen.name) ? PRESENT_WEIGHT : 1) : 0;
    weighed.set(chosen.name, { ...chosen, weight: weight + (weighed.get(chosen.name)?.weight ?? 0) });
  }
  return [...weighed.values()];
}

/** The wishes without those for texts in the order of a former locale of the team: the latest wish comes first. */
function inLatestLocale<W extends { field: string; forms: { form: IndexForm }[] }>(
  wishes: readonly W[],
): W[] {
  const hasLocale = ({ forms }: W) => forms.some(({ form }) => isOfLocale(form));
  const latest = wishes.find(hasLocale);
  if (latest === undefined) return [...wishes];
  const locale = localeOfWish(latest.field);
  return wishes.filter((wish) => !hasLocale(wish) || localeOfWish(wish.field) === locale);
}
