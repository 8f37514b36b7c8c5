import { type Asked, type FilterContext, invalidValue, listOf } from "./condition.ts";
import { readDate, twoDates } from "./date-values.ts";
import type { FieldKind, Fields } from "./field.ts";
import { type ConditionTree, type FilterTree, treeOf } from "./filter-tree.ts";
import { readInstant } from "./instant.ts";
import { dayIn } from "./relative-days.ts";
import { boolean, noValue, number, text, uuid, wholeText } from "./values.ts";

/** Returns the value of a field of an object, as JSON shows it; null or undefined if the field is empty. */
export type ValueOf = (field: string) => unknown;

/** Filter that is read once and judges objects. `now` is the time that relative days count from. */
export type Matcher = (valueOf: ValueOf, now?: Date) => boolean;

/** Judges whether the list with this filter has the object. */
export function matches(
  filter: unknown,
  object: Readonly<Record<string, unknown>>,
  { fields, ...context }: FilterContext & { fields: Fields },
): boolean {
  const valueOf = (field: string) => (Object.hasOwn(object, field) ? object[field] : undefined);
  return matcherOf(filter, fields, context)(valueOf, context.now?.());
}

/**
 * Makes the matcher of a filter, which passes what the filter's SQL lists. Throws `invalid_filter` with `position`, as
 * compileFilter does.
 */
export function matcherOf(filter: unknown, fields: Fields, context: FilterContext): Matcher {
  return judgeOf(treeOf(filter, fields), context);
}

function judgeOf(tree: FilterTree, context: FilterContext): Matcher {
  if ("op" in tree) return conditionJudge(tree, context);
  const judges = tree.parts.map((part) => judgeOf(part, context));
  return tree.isAll
    ? (valueOf, now) => judges.every((judge) => judge(valueOf, now))
    : (valueOf, now) => judges.some((judge) => judge(valueOf, now));
}

/** Judges a value that a field has. */
type Test = (value: unknown, now: Date | undefined) => boolean;

/** Operators that hold for an empty field, as in SQL they include null (conventions.negations). */
const holdsIfEmpty = new Set(["neq", "nin", "ncontains", "has_none", "empty"]);

function conditionJudge({ field, op, value, at, isDenied }: ConditionTree, context: FilterContext): Matcher {
  const test = (tests[field.kind][op] as (condition: Asked) => Test)({ field, value, at, context });
  const ifEmpty = holdsIfEmpty.has(op);
  return (valueOf, now) => {
    const found = valueOf(field.name);
    return (found === null || found === undefined ? ifEmpty : test(found, now)) !== isDenied;
  };
}

const not =
  (made: (condition: Asked) => Test) =>
  (condition: Asked): Test => {
    const test = made(condition);
    return (value, now) => !test(value, now);
  };

/** A value is there, so emptiness is decided, but for kinds with an empty value. */
const emptiness = (isEmpty: (value: unknown) => boolean = () => false) => {
  const empty = (condition: Asked): Test => {
    noValue(condition);
    return isEmpty;
  };
  return { empty, nempty: not(empty) };
};

function equality(read: (value: unknown, condition: Asked) => unknown) {
  const eq = (condition: Asked): Test => {
    const given = read(condition.value, condition);
    return (value) => value === given;
  };
  const among = (condition: Asked): Test => {
    const given = new Set(listOf(condition, read));
    return (value) => given.has(value);
  };
  return { eq, neq: not(eq), in: among, nin: not(among) };
}

/** Equality of whole texts; of a field whose texts have several spellings, of any of these in either case. */
function spelledEquality() {
  const among = (condition: Asked, texts: readonly string[]): Test => {
    const { spellings } = condition.field;
    if (spellings === undefined) {
      const given = new Set<unknown>(texts);
      return (value) => given.has(value);
    }
    const given = new Set(texts.flatMap((one) => spellings(one)).map(lowered));
    return (value) => given.has(lowered(value));
  };
  const eq = (condition: Asked) => among(condition, [wholeText(condition.value, condition)]);
  const many = (condition: Asked) => among(condition, listOf(condition, wholeText));
  return { eq, neq: not(eq), in: many, nin: not(many) };
}

/** Lowers a text as PostgreSQL does: each character by itself, to one character. */
function lowered(value: unknown): string {
  const whole = String(value);
  if (/^[\0-\x7f]*$/.test(whole)) return whole.toLowerCase();
  return Array.from(whole, (one) => (one === "İ" ? "i" : one.toLowerCase())).join("");
}

/** Judges a lowered text beside the value of the condition. */
function like(judge: (value: string, given: string) => boolean, read = text) {
  return (condition: Asked): Test => {
    const given = lowered(read(condition.value, condition));
    return (value) => judge(lowered(value), given);
  };
}

function comparison(judge: (value: number, given: number) => boolean) {
  return (condition: Asked): Test => {
    const given = number(condition.value, condition);
    return (value) => judge(Number(value), given);
  };
}

function between(condition: Asked): Test {
  const [low, high, more] = listOf(condition, number);
  if (low === undefined || high === undefined || more !== undefined)
    throw invalidValue(condition, "the value of between must be a list of two numbers, such as [1, 10].");
  return (value) => Number(value) >= low && Number(value) <= high;
}

/** Judges the members of a set beside those of the condition. */
function sets(read: (value: unknown, condition: Asked) => string) {
  const made =
    (judge: (members: ReadonlySet<unknown>, given: readonly string[]) => boolean) =>
    (condition: Asked): Test => {
      const given = listOf(condition, read);
      return (value) => judge(new Set(Array.isArray(value) ? value : []), given);
    };
  const hasAny = made((members, given) => given.some((one) => members.has(one)));
  return {
    has_any: hasAny,
    has_all: made((members, given) => given.every((one) => members.has(one))),
    has_none: not(hasAny),
    exactly: made(
      (members, given) =>
        new Set([...members, ...given]).size === members.size && new Set(given).size === members.size,
    ),
    ...emptiness((value) => Array.isArray(value) && value.length === 0),
  };
}

/** Judges where a date lies: -1 before the value of the condition, 0 within it, 1 after it. */
function placed(judge: (place: number) => boolean) {
  return (condition: Asked): Test => {
    const place = placeIn(condition, condition.value);
    return (value, now) => judge(place(value, now));
  };
}

function placeIn(condition: Asked, written: unknown): (value: unknown, now: Date | undefined) => number {
  // Reads the value once, so that a fault is found before there is an object.
  const fixed = readDate(condition, written);
  const isRelative = typeof written !== "string";
  const { field, context } = condition;
  return (value, now) => {
    const date =
      isRelative && now !== undefined
        ? readDate({ ...condition, context: { ...context, now: () => now } }, written)
        : fixed;
    const shown = String(value);
    if ("instant" in date) return order(toMicros(shown, date.isExact), toMicros(date.instant, date.isExact));
    const day = field.kind === "date" ? shown : dayIn(date.zone, new Date(shown));
    if (day < date.days.from) return -1;
    return day > date.days.to ? 1 : 0;
  };
}

const order = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Writes an instant with all digits down to the microsecond, or to the millisecond, so that it orders as a text. */
function toMicros(instant: string, isExact: boolean): string {
  const [seconds = "", fraction = ""] = readInstant(instant).slice(0, -6).split(".");
  return `${seconds}.${fraction.padEnd(6, "0").slice(0, isExact ? 6 : 3)}`;
}

function betweenDates(condition: Asked): Test {
  const [low, high] = twoDates(condition);
  const [first, last] = [placeIn(condition, low), placeIn(condition, high)];
  return (value, now) => first(value, now) >= 0 && last(value, now) <= 0;
}

const dates = {
  eq: placed((place) => place === 0),
  neq: placed((place) => place !== 0),
  within: placed((place) => place === 0),
  before: placed((place) => place < 0),
  on_or_after: placed((place) => place >= 0),
  after: placed((place) => place > 0),
  on_or_before: placed((place) => place <= 0),
  between: betweenDates,
  ...emptiness(),
};

const contains = like((value, given) => value.includes(given));

/** Every operator by kind of field, as `operators` has its SQL. */
const tests: Record<FieldKind, Record<string, (condition: Asked) => Test>> = {
  text: {
    ...spelledEquality(),
    ieq: like((value, given) => value === given, wholeText),
    contains,
    ncontains: not(contains),
    starts_with: like((value, given) => value.startsWith(given)),
    ends_with: like((value, given) => value.endsWith(given)),
    ...emptiness((value) => value === ""),
  },
  number: {
    ...equality(number),
    gt: comparison((value, given) => value > given),
    gte: comparison((value, given) => value >= given),
    lt: comparison((value, given) => value < given),
    lte: comparison((value, given) => value <= given),
    between,
    ...emptiness(),
  },
  boolean: {
    eq: (condition) => {
      const given = boolean(condition.value, condition);
      return (value) => value === given;
    },
  },
  date: dates,
  datetime: dates,
  select: { ...equality(text), ...emptiness() },
  uuid: { ...equality(uuid), ...emptiness() },
  multi: sets(text),
  uuids: sets(uuid),
  json: emptiness(),
};
