import { AppError, type FieldError } from "@jst/errors";
import { isUuid } from "@jst/rpc";
import type { Handler, NamedActor } from "../../gen/rpc.ts";
import { namedActors } from "./queries.ts";

/** Ids that are named at once. */
const IDS_MAX = 100;

type Found = NamedActor & Record<string, unknown>;

/** Answers the names of members, tokens and connected apps of the caller's team (tokens.actors). */
export const listActors: Handler<"ListActors"> = async ({ query }, call) => ({
  body: { actors: await call.read<Found>(namedActors(call.caller.team_id, requireIds(query.ids))) },
});

/** Returns the ids in lower case, each once; throws invalid_parameter with every value that is not an id. */
function requireIds(text: string): string[] {
  const ids = text.toLowerCase().split(",");
  const errors = ids.flatMap((id, index) => (isUuid(id) ? [] : [faultAt(index)]));
  if (ids.length > IDS_MAX) errors.unshift(tooMany);
  if (errors.length === 0) return [...new Set(ids)];
  throw new AppError("invalid_parameter", "These parameters are not valid: ids. See errors.", {
    errors: errors.slice(0, IDS_MAX),
  });
}

const faultAt = (index: number): FieldError => ({
  field: `ids.${index}`,
  code: "invalid_parameter",
  message: "Must be an id such as 01890a5d-ac96-774b-bcce-b302099a8057.",
});

const tooMany: FieldError = {
  field: "ids",
  code: "invalid_parameter",
  message: `Must have at most ${IDS_MAX} ids.`,
};
