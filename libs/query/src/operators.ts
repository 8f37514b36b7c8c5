import { type Condition, invalidValue, listOf, type Operator } from "./condition.ts";
import { dateOperators } from "./date-operators.ts";
import { type Field, type FieldKind, SORT_TEXT_CHARS, sqlTypeOf } from "./field.ts";
import { escapeLike } from "./params.ts";
import { boolean, noValue, number, text, uuid, wholeText } from "./values.ts";

/** Emptiness, which most kinds share. */
const emptiness = {
  empty: (condition) => `${filled(condition)} is null`,
  nempty: (condition) => `${filled(condition)} is not null`,
} satisfies Record<string, Operator>;

/** Returns an expression that is null if the field is empty. */
function filled(condition: Condition): string {
  const whole = bare(condition);
  return condition.field.filled ?? whole;
}

/** Operators that compare whole values. */
type Whole = "eq" | "neq" | "in" | "nin";
/** Spellings that are compared one by one, as an index of parts of texts serves them. */
const SPELLINGS_MAX = 20;
/** Values of `nin` that an index is searched between. */
const GAPS_MAX = 50;

/** Equality of whole values. The negative forms include nulls (conventions.negations). */
function equality(read: (value: unknown, condition: Condition) => unknown): Record<Whole, Operator> {
  const one = (condition: Condition) =>
    condition.params.add(read(condition.value, condition), sqlTypeOf(condition.field));
  const many = (condition: Condition) =>
    condition.params.add(listOf(condition, read), `${sqlTypeOf(condition.field)}[]`);
  return byAlike(read, {
    eq: (condition) => byPrefix(condition, [condition.value]) ?? `${condition.field.sql} = ${one(condition)}`,
    neq: (condition) =>
      besideGaps(condition, [read(condition.value, condition)]) ??
      `${condition.field.sql} is distinct from ${one(condition)}`,
    in: (condition) =>
      byPrefix(condition, condition.value) ?? `${condition.field.sql} = any(${many(condition)})`,
    nin: (condition) =>
      besideGaps(condition, listOf(condition, read)) ??
      `(${condition.field.sql} = any(${many(condition)})) is not true`,
  });
}

/** Equality of whole values; of a field of which some are the same as others, with all that are. */
function byAlike(
  read: (value: unknown, condition: Condition) => unknown,
  { eq, neq, in: among, nin }: Record<Whole, Operator>,
): Record<Whole, Operator> {
  const any = (condition: Condition, values: (condition: Condition) => readonly unknown[]) => {
    const { field, params } = condition;
    if (field.alike === undefined) return undefined;
    return `${field.sql} = any(${field.alike(params.add(values(condition), `${sqlTypeOf(field)}[]`))})`;
  };
  const one = (condition: Condition) => any(condition, () => [read(condition.value, condition)]);
  const many = (condition: Condition) => any(condition, () => listOf(condition, read));
  return {
    eq: (condition) => one(condition) ?? eq(condition),
    neq: (condition) => not(one(condition)) ?? neq(condition),
    in: (condition) => many(condition) ?? among(condition),
    nin: (condition) => not(many(condition)) ?? nin(condition),
  };
}

/**
 * Finds every value except these, and rows without a value, as stretches of an index. If few rows are there, the index
 * finds them, and the planner knows how many. The whole condition stands beside the stretches, because rows that are
 * read one by one fail it sooner. It is in a CASE, which PostgreSQL estimates to match half of them. Undefined if no
 * index has the values in their order.
 */
function besideGaps({ field, params }: Condition, values: readonly unknown[]): string | undefined {
  if (field.isRanged !== true || values.length > GAPS_MAX) return undefined;
  const add = (value: unknown) => params.add(value, sqlTypeOf(field));
  const sql = field.index?.prefix ?? field.sql;
  const isCut = field.index !== undefined && !values.every(isShort);
  const places = isCut ? values.map(beginning).toSorted(inOrder).map(add) : values.toSorted(inOrder).map(add);
  const wholes = isCut ? values.map(add) : places;
  const between = places.slice(1).map((place, n) => `${sql} > ${places[n]} and ${sql} < ${place}`);
  const gaps = [`${sql} < ${places[0]}`, ...between, `${sql} > ${places.at(-1)}`, `${sql} is null`];
  if (isCut) gaps.push(`${sql} in (${places.join(", ")})`);
  const whole = isCut ? field.sql : sql;
  return `(case when ${whole} in (${wholes.join(", ")}) then false else true end and (${gaps.join(" or ")}))`;
}

/** The order of PostgreSQL: numbers by size, texts and ids by their bytes. */
function inOrder(one: unknown, other: unknown): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
}

/** True for a text of which an index holds the whole. */
function isShort(value: unknown): boolean {
  return typeof value === "string" && value.length < SORT_TEXT_CHARS;
}

/** As much of a text as an index holds. */
function beginning(value: unknown): string {
  return Array.from(String(value)).slice(0, SORT_TEXT_CHARS).join("");
}

/**
 * Compares for equality by the first characters of a text, which an index holds. For shorter values that is the whole
 * comparison: one condition, whose share of the rows the planner knows. For longer values the whole text is compared
 * too. Undefined without such an index.
 */
function byPrefix(condition: Condition, values: unknown): string | undefined {
  const { field, params } = condition;
  if (field.index === undefined || !Array.isArray(values) || values.length === 0 || values.length > 500)
    return undefined;
  const texts = values.map((value) => wholeText(value, condition));
  const equal = (sql: string, some: readonly string[]) =>
    some.length === 1
      ? `${sql} = ${params.add(some[0], "text")}`
      : `${sql} = any(${params.add(some, "text[]")})`;
  const begins = equal(field.index.prefix, texts.map(beginning));
  return texts.every(isShort) ? begins : `(${begins} and ${equal(field.sql, texts)})`;
}

function not(sql: string | undefined): string | undefined {
  return sql === undefined ? undefined : `(${sql}) is not true`;
}

/** Equality of whole texts; of a field whose texts have several spellings, of any of these in either case. */
function bySpellings({ eq, neq, in: among, nin }: Record<Whole, Operator>): Record<Whole, Operator> {
  const any = (condition: Condition, texts: readonly string[]): string | undefined => {
    const { field, params } = condition;
    if (field.spellings === undefined) return undefined;
    const spelled = texts.flatMap((text) => field.spellings?.(text) ?? []);
    if (spelled.length > SPELLINGS_MAX)
      return `lower(${field.sql}) = any(array(select lower(s) from unnest(${params.add(spelled, "text[]")}) s))`;
    return `(${spelled.map((value) => inEitherCase({ ...condition, value })).join(" or ")})`;
  };
  const one = (condition: Condition) => any(condition, [wholeText(condition.value, condition)]);
  const many = (condition: Condition) => any(condition, listOf(condition, wholeText));
  return {
    eq: (condition) => one(condition) ?? eq(condition),
    neq: (condition) => not(one(condition)) ?? neq(condition),
    in: (condition) => many(condition) ?? among(condition),
    nin: (condition) => not(many(condition)) ?? nin(condition),
  };
}

/** ILIKE lowers both sides as lower does, so that an index of parts of texts serves whole ones too. */
const inEitherCase: Operator = (condition) =>
  condition.field.index === undefined
    ? `${condition.field.lowered ?? `lower(${condition.field.sql})`} = lower(${condition.params.add(wholeText(condition.value, condition), "text")})`
    : like("", "", wholeText)(condition);

function comparison(sign: string): Operator {
  return (condition) =>
    `${condition.field.sql} ${sign} ${condition.params.add(number(condition.value, condition), sqlTypeOf(condition.field))}`;
}

function like(before: string, after: string, read = text): Operator {
  return (condition) => {
    const { field, params } = condition;
    const pattern = before + escapeLike(read(condition.value, condition)) + after;
    if (field.lowered !== undefined) return `${field.lowered} like lower(${params.add(pattern, "text")})`;
    return `${field.sql} ${field.index?.like ?? "ilike"} ${params.add(pattern, "text")}`;
  };
}

/** A lowered text is searched by strpos: it skips through a long text, where LIKE looks at every character. */
const contains: Operator = (condition) => {
  const { lowered } = condition.field;
  if (lowered === undefined) return like("%", "%")(condition);
  return `strpos(${lowered}, lower(${condition.params.add(text(condition.value, condition), "text")})) > 0`;
};

/** Sets of whole values; has_none includes nulls. */
function sets(read: (value: unknown, condition: Condition) => string): Record<string, Operator> {
  const given = (condition: Condition) =>
    condition.params.add(listOf(condition, read), sqlTypeOf(condition.field));
  const hasAny: Operator = (condition) => compareMembers(condition.field, "&&", given(condition));
  return {
    has_any: hasAny,
    has_all: (condition) => compareMembers(condition.field, "@>", given(condition)),
    has_none: (condition) => `(${hasAny(condition)}) is not true`,
    exactly: (condition) => {
      const { field, params } = condition;
      const hasAll = compareMembers(field, "@>", given(condition));
      // Members are compared as they are stored: to make a list of texts of each row's costs ten times as much.
      const noOther =
        field.members === undefined
          ? `${field.sql} <@ ${given(condition)}`
          : `${field.members} operator(platform.<@) ${params.add(JSON.stringify(listOf(condition, read)), "jsonb")}`;
      return `(${hasAll} and ${noOther})`;
    },
    empty: (condition) =>
      condition.field.filled === undefined
        ? `coalesce(cardinality(${bare(condition)}), 0) = 0`
        : emptiness.empty(condition),
    nempty: (condition) =>
      condition.field.filled === undefined
        ? `coalesce(cardinality(${bare(condition)}), 0) > 0`
        : emptiness.nempty(condition),
  };
}

/**
 * Compares a set with a list by the index of its members, if there can be one. Other kinds of JSON that may have such a
 * member are excluded by a condition that PostgreSQL expects nearly every row to fulfil. It then estimates the rows
 * with the members, or without them, by its statistics of the members alone.
 */
function compareMembers({ sql, members, filled = sql }: Field, operator: "&&" | "@>", place: string): string {
  if (members === undefined) return `${sql} ${operator} ${place}`;
  const ofMembers = operator === "&&" ? "?|" : "?&";
  const isList = `(platform.jsonb_kind(${members}) not in ('object', 'string') or ${filled} is not null)`;
  return `(${members} operator(platform.${ofMembers}) ${place} and ${isList})`;
}

/** Every operator (conventions.operators) by kind of field. */
export const operators: Record<FieldKind, Record<string, Operator>> = {
  text: {
    ...bySpellings(equality(wholeText)),
    ieq: inEitherCase,
    contains,
    ncontains: (condition) => `(${contains(condition)}) is not true`,
    starts_with: like("", "%"),
    ends_with: like("%", ""),
    empty: (condition) => {
      const whole = bare(condition);
      const prefix = condition.field.index?.prefix;
      return prefix === undefined ? `coalesce(${whole}, '') = ''` : `(${prefix} is null or ${prefix} = '')`;
    },
    nempty: (condition) => {
      const whole = bare(condition);
      const prefix = condition.field.index?.prefix;
      return prefix === undefined ? `coalesce(${whole}, '') <> ''` : `${prefix} > ''`;
    },
  },
  number: {
    ...equality(number),
    gt: comparison(">"),
    gte: comparison(">="),
    lt: comparison("<"),
    lte: comparison("<="),
    between: (condition) => {
      const [low, high, more] = listOf(condition, number);
      if (low === undefined || high === undefined || more !== undefined)
        throw invalidValue(condition, "the value of between must be a list of two numbers, such as [1, 10].");
      const { field, params } = condition;
      return `(${field.sql} >= ${params.add(low, sqlTypeOf(field))} and ${field.sql} <= ${params.add(high, sqlTypeOf(field))})`;
    },
    ...emptiness,
  },
  boolean: {
    eq: (condition) =>
      `${condition.field.sql} = ${condition.params.add(boolean(condition.value, condition), "boolean")}`,
  },
  date: { ...dateOperators, ...emptiness },
  datetime: { ...dateOperators, ...emptiness },
  select: { ...equality(text), ...emptiness },
  uuid: { ...equality(uuid), ...emptiness },
  multi: sets(text),
  uuids: sets(uuid),
  json: emptiness,
};

/** The expression of an operator that takes no value. */
function bare(condition: Condition): string {
  noValue(condition);
  return condition.field.sql;
}
