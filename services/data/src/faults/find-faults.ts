import type { FindFaults } from "@jst/faults";
import { indexFaults } from "@jst/search";
import { searchSources } from "../search/sources.ts";

/** Tables and bases that cannot be found as they are, and why (operation.team-status). */
export const findFaults: FindFaults<unknown> = ({ context, read }) =>
  indexFaults(read, { schema: searchSources.schema, what: "Tables and bases" }, context.teamId);
