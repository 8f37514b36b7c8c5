import type { Resources } from "@jst/changes";

/** What emr records changes of: nothing of charts, which come by imports alone. */
export const resources: Resources = {};
