import { answered } from "@jst/client";
import { useState } from "react";
import { api, type Schemas } from "../api.ts";
import { EditForm } from "../parts/edit.tsx";
import { Opening } from "../parts/opening.tsx";
import { REVIEWS } from "../words/reviews.ts";
import { hasSignatures, touched, type Reviewed } from "./reviewed.ts";
import { reviewFields, useReview } from "./use-review.tsx";

/** A button that opens the form of a review. */
export function EditReview({ of }: { of: Reviewed }) {
  return <Opening opens={REVIEWS.edit}>{(close) => <ReviewForm of={of} onClose={close} />}</Opening>;
}

function ReviewForm({ of, onClose }: { of: Reviewed; onClose: () => void }) {
  const [opened] = useState(of);
  const { packet } = opened;
  const review = useReview(opened);
  const path = { packet_id: packet.id };
  return (
    <EditForm
      of={packet}
      onClose={onClose}
      fields={reviewFields}
      touches={touched(packet.id)}
      complete={(written: Schemas["ReviewPatch"]) => ({ ...written, ...review.changed })}
      send={(body, header) =>
        answered(api.PATCH("/api/v1/console/review/packets/{packet_id}", { params: { path, header }, body }))
      }
    >
      {hasSignatures(of) && <p className="aside">{REVIEWS.signedStays}</p>}
      {review.fields}
    </EditForm>
  );
}
