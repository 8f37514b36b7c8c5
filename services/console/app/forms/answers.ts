import type { Schemas } from "../api.ts";
import { RESPONSES } from "../words/forms.ts";

/** Question that responses answer. */
export interface AskedQuestion {
  id: string;
  label: string;
  /** Whether the form still asks it. */
  isAsked: boolean;
}

type Fields = readonly Pick<Schemas["Form"]["fields"][number], "id" | "label" | "type">[];
type AnsweredResponses = readonly Pick<Schemas["Submission"], "data">[];

/**
 * The questions of responses, in the order of the form, and behind them those that it no longer asks but somebody has
 * answered. Questions of one label are told apart by their numbers.
 */
export function questionsOf(fields: Fields, submissions: AnsweredResponses): AskedQuestion[] {
  const asked = fields
    .filter(({ type }) => type !== "section")
    .map(({ id, label }) => ({ id, label, isAsked: true }));
  const known = new Set(asked.map(({ id }) => id));
  const answered = new Set(submissions.flatMap(({ data }) => Object.keys(data)));
  const removed = [...answered]
    .filter((id) => !known.has(id))
    .map((id) => ({ id, label: RESPONSES.removed(id), isAsked: false }));
  return distinct([...asked, ...removed]);
}

/** Questions with labels that are each there once. */
function distinct(questions: readonly AskedQuestion[]): AskedQuestion[] {
  const count = (label: string) => questions.filter((one) => one.label === label).length;
  return questions.map((question, at) => {
    const { label } = question;
    if (count(label) === 1) return question;
    const place = questions.slice(0, at + 1).filter((one) => one.label === label).length;
    return { ...question, label: RESPONSES.nth(label, place) };
  });
}
