import type { FieldError } from "@jst/errors";
import { showsSomething } from "@jst/values";
import type { AskedField } from "./field.ts";
import { faultOf, storedForm, type Fault } from "./answer-faults.ts";
import { patternMatches } from "./pattern-matches.ts";

/** Answers by the ids of the fields. */
export type Answers = Readonly<Record<string, unknown>>;

/** True for what counts as no answer: null, a text of blanks, an empty list. */
export function isEmptyAnswer(value: unknown): boolean {
  if (typeof value === "string") return !showsSomething(value);
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** Stored form of an answer with the pattern of its field, or its fault. */
interface ReadAnswer {
  id: string;
  stored?: unknown;
  pattern?: string | undefined;
  fault: Fault | undefined;
}

type KnownFields = ReadonlySet<string>;
const nothing: KnownFields = new Set();

/** Options of reading answers. */
interface ReadingOf {
  teamId: string;
  at?: string;
  required?: KnownFields;
  files?: KnownFields | undefined;
  /** Country of telephone numbers that have no country code. */
  country?: string | undefined;
}

const UNMATCHED: Fault = [
  "invalid_format",
  "The answer does not have the format that this field needs. Correct the answer.",
];

/**
 * Reads the answers that were given to a team, in the order of the fields and as they are stored, and their faults at
 * `<at>.<id>` (forms.answers). `required` names fields that count as required besides those that say so, `files` the
 * live files of the team among those that are answered.
 */
export async function readAnswers(
  fields: readonly AskedField[],
  given: Answers,
  { teamId, at = "data", required = nothing, files = nothing, country }: ReadingOf,
): Promise<{ answers: Answers; errors: FieldError[] }> {
  const asked = new Map(fields.filter(({ type }) => type !== "section").map((field) => [field.id, field]));
  const errors: FieldError[] = [];
  const refuse = (id: string, code: string, message: string) =>
    errors.push({ field: `${at}.${id}`, code, message });
  for (const id of Object.keys(given))
    if (!asked.has(id))
      refuse(
        id,
        "unknown_field",
        "The form has no field with this id that accepts an answer. Correct the id, or remove the answer.",
      );
  const read = [...asked].flatMap(([id, field]): ReadAnswer[] => {
    const value = Object.hasOwn(given, id) ? given[id] : undefined;
    if (isEmptyAnswer(value)) {
      const isMissing = field.required || required.has(id);
      return isMissing ? [{ id, fault: ["required", "This field needs an answer."] }] : [];
    }
    const { value: stored, fault: unread } = storedForm(field, value, country);
    const fault =
      unread === undefined ? faultOf(field, stored, files) : ([unread.code, unread.message] as const);
    return [{ id, stored, pattern: field.pattern, fault }];
  });
  const matched = read.flatMap((one) => {
    const { pattern, stored: text, fault } = one;
    return fault === undefined && pattern !== undefined && typeof text === "string"
      ? [{ one, pattern, text }]
      : [];
  });
  for (const [index, isMatch] of (
    await patternMatches(
      teamId,
      matched.map(({ pattern, text }) => ({ pattern, text })),
    )
  ).entries()) {
    const { one } = matched[index] ?? {};
    if (one !== undefined && !isMatch) one.fault = UNMATCHED;
  }
  for (const { id, fault } of read) if (fault !== undefined) refuse(id, ...fault);
  const good = read.filter(({ fault }) => fault === undefined);
  return { answers: Object.fromEntries(good.map(({ id, stored }) => [id, stored])), errors };
}
