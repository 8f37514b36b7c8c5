import type { FindFaults } from "@jst/faults";
import { indexFaults } from "@jst/search";
import { searchSources } from "../search/sources.ts";

/** Contacts that cannot be found as they are, and why (operation.team-status). */
export const findFaults: FindFaults<unknown> = ({ context, read }) =>
  indexFaults(read, { schema: searchSources.schema, what: "Contacts" }, context.teamId);
