import type { Schemas } from "../api.ts";
import { shownAnswer } from "../parts/values.ts";
import { ANSWERS, QUESTIONS } from "../words/reviews.ts";
import type { Reviewed } from "./reviewed.ts";

type Item = Schemas["PacketItem"];
type Answers = Schemas["AnswerSheet"]["answers"];

/** Answers of each reviewer, and the questions if nobody has answered yet. */
export function Sheets({ of: { answers }, without }: { of: Reviewed; without?: string }) {
  const { items, verdicts, answer_sheets: sheets } = answers;
  const others = sheets.filter(({ reviewer_id: id }) => id !== without);
  const nameOf = (id: string) => verdicts.find((one) => one.reviewer_id === id)?.reviewer_name ?? "";
  if (items.length === 0) return <p className="empty">{QUESTIONS.none}</p>;
  if (others.length === 0)
    return without === undefined ? (
      <>
        <h2>{QUESTIONS.title}</h2>
        <Answered items={items} answers={{}} />
      </>
    ) : null;
  return others.map(({ reviewer_id: id, answers: given }) => (
    <section key={id}>
      <h2>{ANSWERS.of(nameOf(id))}</h2>
      <Answered items={items} answers={given} />
    </section>
  ));
}

/** Questions with what was answered. */
export function Answered({ items, answers }: { items: readonly Item[]; answers: Answers }) {
  return (
    <dl className="facts">
      {items.map(({ id, prompt }) => (
        <div key={id}>
          <dt>{prompt}</dt>
          <dd className="text">{shownAnswer(answers[id]) || ANSWERS.noAnswer}</dd>
        </div>
      ))}
    </dl>
  );
}
