import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import { New } from "../parts/new.tsx";
import { REVIEWS } from "../words/reviews.ts";
import { reviewFields, useReview } from "./use-review.tsx";

const NOTHING = { reviewers: [], items: [] };

/** A button that opens the form of a new review. */
export function NewReview() {
  const { fields, changed } = useReview();
  return (
    <New
      words={REVIEWS}
      fields={reviewFields}
      touches={[["packets"]]}
      complete={(written: Schemas["ReviewCreate"]) => ({ ...written, ...NOTHING, ...changed })}
      send={(body, header) =>
        answered(api.POST("/api/v1/console/review/packets", { params: { header }, body }))
      }
      at={{ list: "reviews", id: ({ id }) => id }}
    >
      {fields}
    </New>
  );
}
