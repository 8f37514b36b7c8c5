import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import { Edit } from "../parts/edit.tsx";
import { REVIEWS } from "../words/reviews.ts";
import { hasSignatures, touched, type Reviewed } from "./reviewed.ts";
import { reviewFields, useReview } from "./use-review.tsx";

/** A button that opens the form of a review. */
export function EditReview({ of }: { of: Reviewed }) {
  const { packet } = of;
  const review = useReview(of);
  const path = { packet_id: packet.id };
  return (
    <Edit
      of={packet}
      opens={REVIEWS.edit}
      fields={reviewFields}
      touches={touched(packet.id)}
      onDone={review.reset}
      complete={(written: Schemas["ReviewPatch"]) => ({ ...written, ...review.changed })}
      send={(body, header) =>
        answered(api.PATCH("/api/v1/console/review/packets/{packet_id}", { params: { path, header }, body }))
      }
    >
      {hasSignatures(of) && <p className="aside">{REVIEWS.signedStays}</p>}
      {review.fields}
    </Edit>
  );
}
