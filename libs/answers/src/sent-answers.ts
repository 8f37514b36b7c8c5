import type { SentForm } from "@jst/pages";
import type { AskedField } from "./field.ts";
import type { Answers } from "./answers.ts";

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * What a browser has sent as the answers of the API: numbers and truth values from their texts, lists of several
 * choices. What cannot be read as the field's type stays as it is, for the validator to refuse; names that begin with
 * an underscore are the page's own.
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
  switch (type) {
    case "number":
    case "rating": {
      const value = NUMBER.test(text.trim()) ? Number(text) : Infinity;
      return Number.isFinite(value) ? value : text;
    }
    case "boolean":
    case "consent":
      return text === "true" || (text === "false" ? false : text);
    default:
      return text;
  }
}
