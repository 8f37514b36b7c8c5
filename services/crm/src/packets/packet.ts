import { resource } from "@jst/resource";
import { packetDeclaration } from "../../gen/resources.ts";
import type { Deps } from "../deps.ts";

/** Review packets of a team as tokens read them; src/review writes them. */
export const packets = resource(packetDeclaration)<Deps>({
  filters: {
    reviewer_id: (id, params) =>
      `exists (select from jsonb_array_elements(t.reviewers) e where e.value ->> 'id' = lower(${params.add(id, "text")}))`,
  },
});
