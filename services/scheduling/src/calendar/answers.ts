import type { Answers, AskedField } from "@jst/answers";
import { mailLines, oneLine } from "./text.ts";

/** Questions of the event type and answers of the booking. */
export interface BookingAnswers {
  questions: readonly Pick<AskedField, "id" | "label">[];
  answers: Answers;
}

/** Characters of one answer in a mail, which travels with all others of the booking in one fact. */
const CHARS_MAX = 1_000;

/**
 * The answers for a mail, in the order of the questions and under what these are called now; an answer whose question
 * is gone is under its id. What goes on over several lines is indented further than what we write.
 */
export function answerLines({ questions, answers }: BookingAnswers): string[] {
  const labels = new Map(questions.map(({ id, label }) => [id, label]));
  const ids = [...labels.keys(), ...Object.keys(answers).filter((id) => !labels.has(id))];
  return ids
    .filter((id) => Object.hasOwn(answers, id))
    .flatMap((id) => {
      const [first = "", ...more] = mailLines(short(textOf(answers[id])));
      return [
        `  ${oneLine(labels.get(id) ?? id)}: ${first.trimStart()}`,
        ...more.map((line) => `  ${line}`.trimEnd()),
      ];
    });
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

/** A text that is cut in the middle of a character has no half of it: nobody could store that. */
const short = (text: string): string =>
  text.length <= CHARS_MAX ? text : `${text.slice(0, CHARS_MAX).toWellFormed()}…`;
