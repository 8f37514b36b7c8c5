import type { Texts } from "@jst/db";

/** Texts of comms that stay as they were sent (conventions.normalization). */
export const texts: Texts = {
  exact: { "settings.value": "sealed values, and names of providers" },
};
