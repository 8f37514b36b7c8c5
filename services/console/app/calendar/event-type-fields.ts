import type { Schemas } from "../api.ts";
import type { Field } from "../parts/fields.ts";
import { EVENT_TYPES } from "../words/calendar.ts";

const { fields: labels, places } = EVENT_TYPES;

/** Builds the fields of an event type for some hosts. */
export function eventTypeFields(
  hosts: Readonly<Record<string, string>>,
): readonly Field<Schemas["EventTypeCreate"]>[] {
  return [
    { name: "name", kind: "text", label: labels.name, isRequired: true },
    { name: "description", kind: "long", label: labels.description },
    { name: "host_id", kind: "choice", label: labels.host_id, choices: hosts, isRequired: true },
    { name: "duration_minutes", kind: "number", label: labels.duration_minutes },
    { name: "location_type", kind: "choice", label: labels.location_type, choices: places, isRequired: true },
    { name: "location_detail", kind: "text", label: labels.location_detail },
    { name: "public", kind: "check", label: labels.public },
  ];
}
