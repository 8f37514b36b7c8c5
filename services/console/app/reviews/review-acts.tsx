import { answered } from "@jst/client";
import { api } from "../api.ts";
import { Act } from "../parts/act.tsx";
import { ifVersion, type WriteKey } from "../parts/writing.ts";
import { REVIEWS } from "../words/reviews.ts";
import { EditReview } from "./edit-review.tsx";
import { touched, type Reviewed } from "./reviewed.ts";

/** Commands of a review, for members who may write. */
export function ReviewActs({ of }: { of: Reviewed }) {
  const { id, status } = of.packet;
  const isOpen = !["draft", "closed"].includes(status);
  return (
    <>
      {isOpen && <Bump of={of} />}
      {!isOpen && <Become of={of} status="in_review" />}
      {status !== "closed" && <Become of={of} status="closed" />}
      {status !== "closed" && <EditReview key={id} of={of} />}
    </>
  );
}

function Bump({ of: { packet } }: { of: Reviewed }) {
  return (
    <Act
      words={REVIEWS.bump}
      touches={touched(packet.id)}
      send={(key: WriteKey) => {
        const params = { path: { packet_id: packet.id }, header: { ...key, ...ifVersion(packet.version) } };
        return answered(api.POST("/api/v1/console/review/packets/{packet_id}/bump", { params }));
      }}
    />
  );
}

function Become({ of: { packet }, status }: { of: Reviewed; status: "in_review" | "closed" }) {
  return (
    <Act
      words={status === "closed" ? REVIEWS.close : REVIEWS.open}
      touches={touched(packet.id)}
      send={(key) => {
        const params = { path: { packet_id: packet.id }, header: { ...key, ...ifVersion(packet.version) } };
        return answered(
          api.PATCH("/api/v1/console/review/packets/{packet_id}", { params, body: { status } }),
        );
      }}
    />
  );
}
