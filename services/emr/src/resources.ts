import type { Resource, Resources } from "@jst/changes";

/** Images are health data: shown to who may read it (wellness.changesets). Nothing of it is taken back by an undo. */
const ofWellness = { scope: "wellness", isOnRecord: true } as const;

const consents: Resource = {
  table: "emr.consents",
  noun: "consent",
  ...ofWellness,
  images: { moving: ["granted_at", "revoked_at"] },
  finalBecause: () => "A consent stays on record; revoke it, or record another one.",
};

const observations: Resource = {
  table: "emr.observations",
  noun: "observation",
  ...ofWellness,
  finalBecause: () => "An observation stays as it was recorded.",
};

/** Resources whose changes emr records: none of charts, which only imports write. */
export const resources: Resources = { consents, observations };
