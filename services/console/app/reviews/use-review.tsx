import { useMemo, useState, type ReactNode } from "react";
import { Button } from "react-aria-components";
import type { Schemas } from "../api.ts";
import { DraftList } from "../parts/draft-list.tsx";
import type { Field } from "../parts/fields.ts";
import { QUESTIONS, REVIEWS } from "../words/reviews.ts";
import { draftOf, itemsOf, KINDS, NEW_ITEM, type ItemDraft } from "./drafts.ts";
import type { Reviewed } from "./reviewed.ts";
import { Reviewers, type ReviewerDraft } from "./reviewers.tsx";

const { fields: labels } = REVIEWS;

/** What is reviewed. */
export const reviewFields: readonly Field<Schemas["NewReview"]>[] = [
  { name: "title", kind: "text", label: labels.title, isRequired: true },
  { name: "description", kind: "long", label: labels.description },
];

interface ReviewDraft {
  /** Who reviews and what is asked, for a form. */
  fields: ReactNode;
  /** Those of the two that were changed. */
  changed: { reviewers?: ReviewerDraft[]; items?: Schemas["ItemRevision"][] };
  /** Forgets what was changed. */
  reset: () => void;
}

/** Who reviews and what is asked, as it is being written; what nobody has changed is as it was read last. */
export function useReview(was?: Reviewed): ReviewDraft {
  const [reviewers, setReviewers] = useState<readonly ReviewerDraft[]>();
  const [items, setItems] = useState<readonly ItemDraft[]>();
  const read = useMemo(() => draftsOf(was), [was]);
  const shown = items ?? read.items;
  return {
    fields: (
      <>
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
      ...(reviewers !== undefined && { reviewers: [...reviewers] }),
      ...(items !== undefined && { items: itemsOf(items) }),
    },
    reset: () => {
      setReviewers(undefined);
      setItems(undefined);
    },
  };
}

const draftsOf = (was?: Reviewed) => ({
  reviewers: (was?.packet.reviewers ?? []).map(({ name: email, required }) => ({ email, required })),
  items: (was?.answers.items ?? []).map(draftOf),
});
