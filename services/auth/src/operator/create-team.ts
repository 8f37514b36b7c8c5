import { isConstraint } from "@jst/db";
import { AppError, validationFailed } from "@jst/errors";
import { isTimeZone } from "@jst/query";
import type { InternalHandler } from "../../gen/rpc.ts";
import { insertTeam } from "./queries.ts";

/** Creates a team with every setting at its default; a slug in use is 409 slug_taken. */
export const createTeam: InternalHandler<"CreateTeam"> = async (body, { deps }) => {
  const timezone = body.timezone ?? "UTC";
  if (!isTimeZone(timezone)) {
    throw validationFailed([
      {
        field: "timezone",
        code: "invalid_value",
        message: "Must be an IANA time zone such as Europe/Vienna.",
      },
    ]);
  }
  const team = {
    slug: body.slug,
    displayName: body.display_name ?? body.slug,
    timezone,
    isolated: body.isolated ?? false,
  };
  const [created] = await insertTeam(deps.operator, team).catch((error: unknown) => {
    if (isConstraint(error, "teams_slug_key"))
      throw new AppError("slug_taken", "Another team has this slug. Choose another one.");
    throw error;
  });
  return { body: { ...created } };
};
