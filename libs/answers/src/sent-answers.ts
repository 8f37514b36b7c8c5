import type { SentForm } from "@jst/pages";
import { readInteger, readNumber, readWebAddress, type Reading } from "@jst/values";
import type { AskedField } from "./field.ts";
import type { Answers } from "./answers.ts";
import { Unread } from "./unread.ts";

/** The language of the pages, by which a number is read that has one sign before three digits (values.numbers). */
const LOCALE = "en";

/**
 * Converts a browser's form into answers of the API: numbers and truth values from their texts, lists of choices, web
 * addresses with https. A text that cannot be read as the field's type is refused with the fault of its reader
 * (values.reading). Names that begin with an underscore belong to the page.
 */
export function sentAnswers(fields: readonly AskedField[], sent: SentForm): Answers {
  const types = new Map(fields.map(({ id, type }) => [id, type]));
  const given = [...sent].filter(([name]) => !name.startsWith("_"));
  return Object.fromEntries(given.map(([name, values]) => [name, answerOf(types.get(name), values)]));
}

function answerOf(type: AskedField["type"] | undefined, values: readonly string[]): unknown {
  if (type === "multi_choice") return values.filter((value) => value !== "");
  if (values.length > 1) return values;
  const [text = ""] = values;
  if (text.trim() === "") return text;
  switch (type) {
    case "number":
      return answered(text, readNumber(text, LOCALE));
    case "rating":
      return answered(text, readInteger(text, LOCALE));
    case "url":
      return readWebAddress(text).value ?? text;
    case "time":
      // Some browsers send the seconds that nobody was asked for.
      return text.trim().replace(/^(\d\d:\d\d):00$/, "$1");
    case "boolean":
    case "consent":
      return text === "true" || (text === "false" ? false : text);
    default:
      return text;
  }
}

const answered = (text: string, { value, fault }: Reading<number>): unknown =>
  fault === undefined ? value : new Unread(text, fault);
