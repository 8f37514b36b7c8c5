import { resource } from "@jst/resource";
import { packetDeclaration } from "../../gen/resources.ts";
import type { Deps } from "../deps.ts";

const isReviewer = (member: string): string =>
  `exists (select from jsonb_array_elements(t.reviewers) e where e.value ->> 'id' = lower(${member}))`;

/** Review packets of a team as tokens read them; `lifecycle.ts` has their writes. */
export const packets = resource(packetDeclaration)<Deps>({
  filters: {
    reviewer_id: (id, params) => isReviewer(params.add(id, "text")),
    waits_for: (id, params) => {
      const member = params.add(id, "text");
      return `(t.phase = 'in_review' and ${isReviewer(member)} and not exists (select from jsonb_array_elements(t.verdicts) v
        where v.value ->> 'reviewer_id' = lower(${member}) and (v.value ->> 'walkthrough_version')::int = t.walkthrough_version))`;
    },
  },
});
