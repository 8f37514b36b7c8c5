import type { Image, Resource } from "@jst/changes";
import { recordedDrafts, shownTime } from "../documents/recorded.ts";

/** The creation of a draft is taken back; what is finalized stays (commerce.undo). */
export const recordedQuotes: Resource = recordedDrafts("quote", "quotes", shownQuote);

/** The image with the members that callers know; addresses of pages are in none. */
function shownQuote(image: Image): Image {
  const { result_type: type, result_id: id, ...row } = image;
  const { finalized_at, accepted_at, declined_at, canceled_at, ...rest } = row;
  return {
    ...rest,
    expires_at: shownTime(rest["expires_at"]),
    hosted_url: null,
    result_ref: id == null ? null : { type, id },
    status_transitions: {
      finalized_at: shownTime(finalized_at),
      accepted_at: shownTime(accepted_at),
      declined_at: shownTime(declined_at),
      expired_at: null,
      canceled_at: shownTime(canceled_at),
    },
  };
}
