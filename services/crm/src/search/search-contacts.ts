import { platformContext } from "@jst/rpc";
import { findPassages, shownPassages, type Query } from "@jst/search";
import type { InternalHandler } from "../../gen/rpc.ts";
import { searchSources } from "./sources.ts";

/** Passages of contacts with words of the question or near to its meaning. */
export const searchContacts: InternalHandler<"SearchContacts"> = async (
  { team_id, query: text, limit, meaning, by_meaning_alone: isByMeaningAlone },
  call,
) => {
  const context = platformContext(team_id, call);
  const query: Query = (statement, plan) => call.deps.database.read(context, statement, plan);
  const places = [{ kind: "contacts" }];
  const question = { teamId: context.teamId, text, limit, places, meaning, isByMeaningAlone };
  return { body: shownPassages(await findPassages(query, searchSources, question)) };
};
