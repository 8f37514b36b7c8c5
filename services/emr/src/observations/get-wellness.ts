import { instant } from "@jst/db";
import type { Handler } from "../../gen/rpc.ts";
import { IS_ACTIVE, STATUS } from "../wellness-consents/consent.ts";

/** Answers what there is with consent: nothing tells of what is kept without one any more (wellness.reading). */
export const getWellness: Handler<"GetWellness"> = async (_input, call) => {
  const [row] = await call.read<{ body: string }>({
    name: "emr.wellness.find",
    text: WELLNESS,
    values: [call.caller.team_id],
  });
  return { body: row?.body ?? "{}" };
};

/** The latest observation of the first kind that a contact has of a category, in the order of the index. */
const firstKind = (of: string, isNext: string): string => `(
    select t.code_system, t.code, t.code_display, t.effective_at from emr.observations t
    where t.team_id = $1 and t.contact_id = ${of}.contact_id and t.category = ${of}.category${isNext}
    order by t.code_system, t.code, t.effective_at desc limit 1
  )`;

/** It goes from kind to kind, so that it costs what there are kinds and contacts, not observations. */
const WELLNESS = `with recursive covered as materialized (
  select distinct c.contact_id, category from emr.consents c, unnest(c.categories) category
  where c.team_id = $1 and ${IS_ACTIVE}
), kinds as (
  select v.contact_id, v.category, k.* from covered v cross join lateral ${firstKind("v", "")} k
  union all
  select k.contact_id, k.category, n.* from kinds k
  cross join lateral ${firstKind("k", " and (t.code_system, t.code) > (k.code_system, k.code)")} n
), shown as (
  select k.code_system, k.code, k.category, max(k.code_display) as display, max(k.effective_at) as last
  from kinds k group by k.code_system, k.code, k.category
)
select json_build_object(
  'consent_counts', (select json_build_object(
      'pending', count(*) filter (where s.status = 'pending'), 'active', count(*) filter (where s.status = 'active'),
      'revoked', count(*) filter (where s.status = 'revoked'), 'expired', count(*) filter (where s.status = 'expired'))
    from (select ${STATUS} as status from emr.consents t where t.team_id = $1) s),
  'observation_types', coalesce((select json_agg(json_build_object('system', s.code_system, 'code', s.code,
      'display', s.display, 'category', s.category) order by s.category, s.code_system, s.code) from shown s), '[]'),
  'last_observed_at', (select ${instant("max(s.last)")} from shown s)
)::text as body`;
