import { instant } from "@jst/db";
import { IS_ACTIVE } from "../wellness-consents/consent.ts";

/** True for the observation `t` whose contact lets its category be taken and shown at this moment. */
export const IS_CONSENTED = `exists (select from emr.consents c
  where c.team_id = t.team_id and c.contact_id = t.contact_id and t.category = any(c.categories) and ${IS_ACTIVE})`;

/** An observation as the API shows it, over the row `t`. Nobody changes one. */
export const OBSERVATION = `json_build_object(
  'id', t.id,
  'contact_id', t.contact_id,
  'code', json_build_object('system', t.code_system, 'code', t.code, 'display', t.code_display),
  'category', t.category,
  'value', t.value,
  'components', t.components,
  'unit', t.unit,
  'effective_at', case when not t.is_period then ${instant("t.effective_at")} end,
  'effective_period', case when t.is_period then json_build_object('start', ${instant("t.effective_at")},
    'end', ${instant("t.effective_to")}) end,
  'source', json_build_object('type', t.source_type, 'name', t.source_name),
  'external_id', t.external_id,
  'recorded_at', ${instant("t.created_at")},
  'created_at', ${instant("t.created_at")},
  'updated_at', ${instant("t.created_at")},
  'created_by', json_build_object('type', t.created_by_type, 'id', nullif(t.created_by_id, '')),
  'version', 1)`;
