import { useMemo, useState, type ReactNode } from "react";
import { Button } from "react-aria-components";
import type { Schemas } from "../api.ts";
import { DraftList } from "../parts/draft-list.tsx";
import type { Field } from "../parts/fields.ts";
import { editedAs, readAs, type ValueForm } from "../parts/reading.ts";
import { ValueField } from "../parts/value-field.tsx";
import { useSession } from "../session/session.ts";
import { QUESTIONS, REVIEWS } from "../words/reviews.ts";
import { draftOf, itemsOf, KINDS, NEW_ITEM, type ItemDraft } from "./drafts.ts";
import type { Reviewed } from "./reviewed.ts";
import { Reviewers, type ReviewerDraft } from "./reviewers.tsx";

const { fields: labels } = REVIEWS;

/** Fields of a review. */
export const reviewFields: readonly Field<Schemas["ReviewCreate"]>[] = [
  { name: "title", kind: "text", label: labels.title, isRequired: true },
  { name: "description", kind: "long", label: labels.description },
];

interface ReviewDraft {
  /** By when, who reviews and what is asked, for a form. */
  fields: ReactNode;
  /** Changed members of the review. */
  changed: { due_at?: string | null; reviewers?: ReviewerDraft[]; items?: Schemas["ItemRevision"][] };
}

/** Edits the due time, the reviewers and the questions of a review, or of a new one. */
export function useReview(was?: Reviewed): ReviewDraft {
  const [reviewers, setReviewers] = useState<readonly ReviewerDraft[]>();
  const [items, setItems] = useState<readonly ItemDraft[]>();
  const [due, setDue] = useState<string>();
  const { timezone } = useSession().team;
  const form = { kind: "datetime", timeZone: timezone } as const;
  const read = useMemo(() => draftsOf(was), [was]);
  const shown = items ?? read.items;
  return {
    fields: (
      <>
        <ValueField
          label={labels.due(timezone)}
          is={due ?? editedAs(read.due, form)}
          onText={setDue}
          faultOf={(text) => readAs(text, form).fault?.message}
        />
        <Reviewers drafts={reviewers ?? read.reviewers} onChange={setReviewers} />
        <h2>{QUESTIONS.title}</h2>
        {shown.length === 0 && <p className="empty">{QUESTIONS.none}</p>}
        <DraftList drafts={shown} kinds={KINDS} mayWrite onChange={setItems} />
        <div className="actions">
          <Button onPress={() => setItems([...shown, NEW_ITEM])}>{QUESTIONS.add}</Button>
        </div>
      </>
    ),
    changed: {
      ...dueOf(due, read.due, form),
      ...(reviewers !== undefined && { reviewers: [...reviewers] }),
      ...(items !== undefined && { items: itemsOf(items) }),
    },
  };
}

/** By when it is due, if that was changed to a time that can be read. */
function dueOf(text: string | undefined, was: string | null, form: ValueForm): { due_at?: string | null } {
  const { value } = text === undefined || text === editedAs(was, form) ? {} : readAs(text, form);
  return typeof value === "string" || value === null ? { due_at: value } : {};
}

const draftsOf = (was?: Reviewed) => ({
  due: was?.packet.due_at ?? null,
  reviewers: (was?.packet.reviewers ?? []).map(({ name: email, required }) => ({ email, required })),
  items: (was?.answers.items ?? []).map(draftOf),
});
