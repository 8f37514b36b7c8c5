import type { Texts } from "@jst/db";

/** Texts of emr that stay as they were sent (conventions.normalization). */
export const texts: Texts = {
  exact: {
    audit: "entries are chained by their hashes",
    observations: "an observation is never changed; migration 0024 stored those that were there in NFC",
  },
};
