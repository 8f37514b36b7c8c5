import { instant } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { STATUS } from "../wellness-consents/consent.ts";
import { IS_CONSENTED } from "./observation.ts";

/** Answers what there is with consent: nothing tells of what is kept without one any more. */
export const getWellness: Handler<"GetWellness"> = async (_input, call) => {
  const [row] = await call.read<{ body: string }>({
    name: "emr.wellness.find",
    text: `with shown as materialized (
  select t.code_system, t.code, t.category, max(t.code_display) as display, max(t.effective_at) as last
  from emr.observations t where t.team_id = $1 and ${IS_CONSENTED}
  group by t.code_system, t.code, t.category
)
select json_build_object(
  'consent_counts', (select json_build_object(
      'pending', count(*) filter (where s.status = 'pending'), 'active', count(*) filter (where s.status = 'active'),
      'revoked', count(*) filter (where s.status = 'revoked'), 'expired', count(*) filter (where s.status = 'expired'))
    from (select ${STATUS} as status from emr.consents t where t.team_id = $1) s),
  'observation_types', coalesce((select json_agg(json_build_object('system', s.code_system, 'code', s.code,
      'display', s.display, 'category', s.category) order by s.category, s.code_system, s.code) from shown s), '[]'),
  'last_observed_at', (select ${instant("max(s.last)")} from shown s)
)::text as body`,
    values: [call.caller.team_id],
  });
  return { body: row?.body ?? "{}" };
};
