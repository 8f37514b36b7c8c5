import { answered, isQueued, ProblemError } from "@jst/client";
import { Button } from "react-aria-components";
import { api, type Schemas } from "../api.ts";
import { DraftList } from "../parts/draft-list.tsx";
import { Guarded } from "../parts/leaving.tsx";
import { Outcome } from "../parts/outcome.tsx";
import { ifVersion, useWriting } from "../parts/writing.ts";
import { BUILDER } from "../words/forms.ts";
import { fieldsOf, KINDS, NEW_DRAFT } from "./drafts.ts";
import type { Questions } from "./questions.ts";

type Form = Schemas["Form"];

interface BuilderOf {
  form: Form;
  questions: Questions;
  mayWrite: boolean;
}

/**
 * Editor of a form's questions, in their order. Saving replaces the whole list and refuses to overwrite a newer
 * version.
 */
export function Builder({ form, questions, mayWrite }: BuilderOf) {
  const { over, drafts, change, begin } = questions;
  const saving = useSaving(over, begin);
  const isStale = saving.error instanceof ProblemError && saving.error.status === 412;
  if (!mayWrite && drafts.length === 0) return <p className="empty">{BUILDER.empty}</p>;
  return (
    <Guarded saved={over.version}>
      <form
        ref={questions.element}
        onSubmit={(event) => {
          event.preventDefault();
          if (!saving.isPending) saving.mutate(fieldsOf(drafts));
        }}
      >
        {drafts.length === 0 && <p className="empty">{BUILDER.empty}</p>}
        <DraftList drafts={drafts} kinds={KINDS} mayWrite={mayWrite} onChange={change} />
        <Outcome of={saving}>{() => <p role="status">{BUILDER.saved}</p>}</Outcome>
        {mayWrite && (
          <div className="actions">
            <Button onPress={() => change([...drafts, NEW_DRAFT])}>{BUILDER.add}</Button>
            {isStale && <Button onPress={() => begin(form)}>{BUILDER.reload}</Button>}
            <Button type="submit" className="main">
              {BUILDER.save}
            </Button>
          </div>
        )}
      </form>
    </Guarded>
  );
}

function useSaving(form: Form, onSaved: (form: Form) => void) {
  const { slug, version } = form;
  return useWriting({
    send: (fields: Schemas["FormFieldCreate"][], key) => {
      const params = { path: { slug }, header: { ...key, ...ifVersion(version) } };
      return answered(api.PATCH("/api/v1/forms/{slug}", { params, body: { fields } }));
    },
    touches: [["forms"], ["form", slug]],
    onDone: (saved) => onSaved(isQueued(saved) ? form : saved),
  });
}
