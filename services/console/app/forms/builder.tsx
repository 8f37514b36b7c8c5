import { answered, isQueued, ProblemError } from "@jst/client";
import { useState } from "react";
import { Button } from "react-aria-components";
import { api, type Schemas } from "../api.ts";
import { DraftList } from "../parts/draft-list.tsx";
import { Guarded } from "../parts/leaving.tsx";
import { Outcome } from "../parts/outcome.tsx";
import { ifVersion, useWriting } from "../parts/writing.ts";
import { BUILDER } from "../words/forms.ts";
import { draftOf, fieldsOf, KINDS, NEW_DRAFT, type FieldDraft } from "./drafts.ts";

type Form = Schemas["Form"];

interface BuilderOf {
  form: Form;
  mayWrite: boolean;
}

/**
 * Editor of a form's questions, in their order. Saving replaces the whole list and refuses to overwrite a newer
 * version.
 */
export function Builder({ form, mayWrite }: BuilderOf) {
  const [opened, setOpened] = useState(form);
  const [drafts, setDrafts] = useState<readonly FieldDraft[]>(() => form.fields.map(draftOf));
  const begin = (anew: Form) => {
    setOpened(anew);
    setDrafts(anew.fields.map(draftOf));
  };
  const saving = useSaving(opened, begin);
  const isStale = saving.error instanceof ProblemError && saving.error.status === 412;
  if (!mayWrite && drafts.length === 0) return <p className="empty">{BUILDER.empty}</p>;
  return (
    <Guarded saved={opened}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!saving.isPending) saving.mutate(fieldsOf(drafts));
        }}
      >
        {drafts.length === 0 && <p className="empty">{BUILDER.empty}</p>}
        <DraftList drafts={drafts} kinds={KINDS} mayWrite={mayWrite} onChange={setDrafts} />
        <Outcome of={saving}>{() => <p role="status">{BUILDER.saved}</p>}</Outcome>
        {mayWrite && (
          <div className="actions">
            <Button onPress={() => setDrafts([...drafts, NEW_DRAFT])}>{BUILDER.add}</Button>
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
