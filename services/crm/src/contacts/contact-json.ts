import { instant } from "../instant.ts";

/**
 * The one representation of a contact, in every reply and event: an SQL expression of type json over the row `c`
 * of crm.contacts. Its members are those of crm.v1.Contact, in order.
 */
export const CONTACT_JSON = `(select row_to_json(r) from (select
  c.id, c.first_name, c.last_name, c.display_name,
  c.email, c.additional_emails, c.phone, c.additional_phones,
  c.company, c.title, c.address, c.tags, c.lifecycle_stage, c.owner_id, c.source, c.external_id,
  c.timezone, c.locale, c.birth_date, c.notes, c.custom, '{}'::json as consent,
  ${instant("c.archived_at")} as archived_at,
  ${instant("c.created_at")} as created_at,
  ${instant("c.updated_at")} as updated_at,
  json_build_object('type', c.created_by_type, 'id', c.created_by_id) as created_by,
  c.version
) r)`;
