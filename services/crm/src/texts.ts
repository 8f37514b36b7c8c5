import type { Texts } from "@jst/db";

/** Texts of crm that stay as they were sent (conventions.normalization). */
export const texts: Texts = {
  exact: {
    contact_keys: "names of reasons, and digests",
    "contacts.email_key": "the folded address, which follows from email",
    import_rows: "cells as the source has them",
    import_sources: "sources as they were sent",
    imports: "headers and samples as the source has them",
  },
};
