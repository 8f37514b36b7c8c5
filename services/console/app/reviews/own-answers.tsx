import { answered, ProblemError } from "@jst/client";
import { useState } from "react";
import { Button } from "react-aria-components";
import { api, type Schemas } from "../api.ts";
import { Guarded } from "../parts/leaving.tsx";
import { Outcome } from "../parts/outcome.tsx";
import { ifVersion, useWriting } from "../parts/writing.ts";
import { ANSWERS, QUESTIONS, SIGNING } from "../words/reviews.ts";
import { AnswerField } from "./answer-field.tsx";
import { touched, type Reviewed } from "./reviewed.ts";
import { SignAct } from "./sign-act.tsx";

type Sheet = Schemas["AnswerSheet"];
type Answers = Sheet["answers"];

/** Answers that are not saved yet, and the version over which they are written. */
interface Draft {
  answers: Answers;
  version: number;
}

interface OwnAnswersOf {
  of: Reviewed;
  /** As it is stored now, undefined while it was never saved. */
  sheet: Sheet | undefined;
}

/** One's own answers, saved whole over what they were when the first was changed, and signed as they are saved. */
export function OwnAnswers({ of, sheet }: OwnAnswersOf) {
  const { packet, answers } = of;
  const [draft, setDraft] = useState<Draft>();
  const [saved, setSaved] = useState<Sheet>();
  // A sheet that was just saved here is loaded again in a moment.
  const latest = (saved?.version ?? 0) > (sheet?.version ?? 0) ? saved : sheet;
  const version = draft?.version ?? latest?.version ?? 0;
  const given = draft?.answers ?? latest?.answers ?? {};
  const saving = useSaving(packet.id, version, (stored) => {
    setSaved(stored);
    setDraft(undefined);
  });
  const asked = Object.fromEntries(answers.items.flatMap(({ id }) => (id in given ? [[id, given[id]]] : [])));
  const isStale = saving.error instanceof ProblemError && saving.error.status === 412;
  return (
    <Guarded saved={saved}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!saving.isPending) saving.mutate(asked);
        }}
      >
        {answers.items.length === 0 && <p className="empty">{QUESTIONS.none}</p>}
        {answers.items.map((item) => (
          <AnswerField
            key={item.id}
            item={item}
            is={given[item.id]}
            onChange={(value) => setDraft({ version, answers: { ...given, [item.id]: value } })}
          />
        ))}
        <Outcome of={saving}>{() => draft === undefined && <p role="status">{ANSWERS.saved}</p>}</Outcome>
        {answers.items.length > 0 && (
          <div className="actions">
            {isStale && draft !== undefined && (
              <Button onPress={() => setDraft(undefined)}>{ANSWERS.reload}</Button>
            )}
            <Button type="submit">{ANSWERS.save}</Button>
          </div>
        )}
      </form>
      {draft === undefined ? (
        <SignAct packet={packet} sheetVersion={version} />
      ) : (
        <p className="aside">{SIGNING.saveFirst}</p>
      )}
    </Guarded>
  );
}

function useSaving(packet_id: string, version: number, onSaved: (sheet: Sheet) => void) {
  return useWriting({
    send: (answers: Answers, key) => {
      const params = { path: { packet_id }, header: { ...key, ...ifVersion(version) } };
      return answered(
        api.PUT("/api/v1/console/review/packets/{packet_id}/answers", { params, body: { answers } }),
      );
    },
    touches: touched(packet_id),
    onDone: onSaved,
  });
}
