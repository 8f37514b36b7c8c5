import { notFound } from "@jst/errors";
import { requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { IS_CONSENTED, OBSERVATION } from "./observation.ts";
import { consentRequired } from "./require-consent.ts";

/** Answers one observation of the team; 403 while its contact does not consent to its category. */
export const getObservation: Handler<"GetObservation"> = async ({ path }, call) => {
  const id = requireId(path.observation_id).toLowerCase();
  const [row] = await call.read<{ contact_id: string; body: string | null }>({
    name: "emr.observations.find",
    text: `select t.contact_id, case when ${IS_CONSENTED} then ${OBSERVATION}::text end as body
from emr.observations t where t.team_id = $1 and t.id = $2`,
    values: [call.caller.team_id, id],
  });
  if (row === undefined) throw notFound();
  call.concerns({ contactId: row.contact_id });
  if (row.body === null) throw consentRequired();
  return { body: row.body };
};
