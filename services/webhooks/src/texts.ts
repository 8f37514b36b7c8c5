import type { Texts } from "@jst/db";

/** Texts of webhooks that stay as they were sent (conventions.normalization). */
export const texts: Texts = {
  exact: {
    deliveries: "events as they were published, and replies as they came",
    queue: "names of states",
    batches: "events as they were published",
  },
};
