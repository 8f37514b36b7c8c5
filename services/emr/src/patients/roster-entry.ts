import { instant } from "@jst/db";

/** Members of a roster entry, over alias p of emr.patients (clinical.roster-entry). */
export const ROSTER_MEMBERS = `'id', p.id, 'mrn', p.identifier_value, 'status', p.status, 'name', p.name,
  'birth_date', p.birth_date, 'sex', p.sex, 'deceased', p.deceased, 'deceased_at', p.deceased_at,
  'contact_id', p.contact_id, 'enrolled_at', ${instant("p.enrolled_at")},
  'inactivated_at', ${instant("p.inactivated_at")}, 'created_at', ${instant("p.created_at")},
  'updated_at', ${instant("p.updated_at")},
  'created_by', json_build_object('type', p.created_by_type, 'id', nullif(p.created_by_id, '')), 'version', p.version`;

/** Condition on a patient who is shown at all, over alias p. */
export const IS_ENROLLED = "p.status in ('active', 'inactive')";

/** The same with what FHIR says besides. */
export const FHIR_MEMBERS = `${ROSTER_MEMBERS}, 'mrn_system', p.identifier_system`;
