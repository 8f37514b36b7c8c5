import type { Texts } from "@jst/db";

/** Texts of commerce that stay as they were sent (conventions.normalization). */
export const texts: Texts = {
  exact: {
    attempts: "requests as they were sent to a provider",
    checkouts: "a checkout does not change",
    session_ends: "references of a provider",
    "settings.value": "sealed values, and names of providers",
  },
  only: { invoices: "t.status = 'draft'", quotes: "t.status = 'draft'" },
};
