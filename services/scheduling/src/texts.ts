import type { Texts } from "@jst/db";

/** Texts of scheduling that stay as they were sent (conventions.normalization). */
export const texts: Texts = {
  exact: {},
};
