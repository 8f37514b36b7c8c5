import { ANSWERS } from "../words/reviews.ts";
import { OwnAnswers } from "./own-answers.tsx";
import { sheetOf, verdictOf, type Reviewed } from "./reviewed.ts";
import { Answered } from "./sheets.tsx";

/** Own answers of the member who is signed in, editable until they are signed. */
export function OwnReview({ of, member }: { of: Reviewed; member: string }) {
  const { items } = of.answers;
  const sheet = sheetOf(of, member);
  const isSigned = verdictOf(of, member)?.status === "signed";
  const takesAnswers = !["draft", "closed"].includes(of.packet.status);
  return (
    <section>
      <h2>{ANSWERS.own}</h2>
      {isSigned && <p role="status">{ANSWERS.done}</p>}
      {takesAnswers && !isSigned ? (
        <OwnAnswers of={of} sheet={sheet} />
      ) : (
        <Answered items={items} answers={sheet?.answers ?? {}} />
      )}
    </section>
  );
}
