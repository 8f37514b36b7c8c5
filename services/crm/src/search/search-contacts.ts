import { platformContext } from "@jst/rpc";
import { findPassages, shownPassage, type Query } from "@jst/search";
import type { InternalHandler } from "../../gen/rpc.ts";
import { searchSources } from "./sources.ts";

/** Passages of contacts with words of the question. */
export const searchContacts: InternalHandler<"SearchContacts"> = async (
  { team_id, query: text, limit },
  call,
) => {
  const context = platformContext(team_id, call);
  const query: Query = (statement, plan) => call.deps.database.read(context, statement, plan);
  const places = [{ kind: "contacts" }];
  const passages = await findPassages(query, searchSources, { teamId: context.teamId, text, limit, places });
  return { body: { passages: passages.map(shownPassage) } };
};
