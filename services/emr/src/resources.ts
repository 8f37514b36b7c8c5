import type { Resource, Resources } from "@jst/changes";

/** Images are health data: shown to who may read it (wellness.changesets). Nothing of it is taken back by an undo. */
const ofWellness = { scope: "wellness", isOnRecord: true } as const;

const consents: Resource = {
  table: "emr.consents",
  noun: "consent",
  ...ofWellness,
  images: { moving: ["granted_at", "revoked_at"] },
  finalBecause: () => "A consent cannot be undone. Revoke it, or record another one.",
};

const observations: Resource = {
  table: "emr.observations",
  noun: "observation",
  ...ofWellness,
  finalBecause: () => "An observation cannot be undone, because it stays as it was recorded.",
};

/** Resources whose changes emr records: none of charts, which only imports write. */
export const resources: Resources = { consents, observations };
