import type { ObservationCreate, WellnessConsent } from "../../gen/rpc.ts";
import { LOINC } from "../import/fhir/systems.ts";

const HOUR_MS = 3_600_000;

/** A contact of the examples, nobody real, what is consented to, and what was observed. */
export interface WellnessExample {
  name: string;
  email: string;
  consent: WellnessConsent["status"];
  categories: WellnessConsent["categories"];
  observed?: (now: Date) => Omit<ObservationCreate, "contact_id">[];
}

const source = { type: "device", name: "seed" } as const;

export const wellnessExamples: readonly WellnessExample[] = [
  {
    name: "Tomas Lindqvist",
    email: "tomas.walks@example.com",
    consent: "active",
    categories: ["vitals", "activity", "sleep", "body"],
    observed: (now) => [
      observed("8867-4", "Heart rate", 64, "/min", hoursBefore(now, 2)),
      observed("8867-4", "Heart rate", 71, "/min", hoursBefore(now, 26)),
      observed("55423-8", "Steps", 8_420, "{steps}", hoursBefore(now, 12)),
      observed("93832-4", "Sleep", 7.25, "h", hoursBefore(now, 9)),
      observed("29463-7", "Body weight", 78.4, "kg", hoursBefore(now, 30)),
    ],
  },
  { name: "Ines Ferrand", email: "ines.waits@example.com", consent: "pending", categories: ["sleep"] },
  { name: "Kofi Adjei", email: "kofi.stopped@example.com", consent: "revoked", categories: ["activity"] },
  { name: "Mei Tanaka", email: "mei.trial@example.com", consent: "expired", categories: ["glucose"] },
];

const hoursBefore = (now: Date, hours: number): string =>
  new Date(now.getTime() - hours * HOUR_MS).toISOString();

function observed(code: string, display: string, value: number, unit: string, at: string) {
  return { code: { system: LOINC, code, display }, value, unit, effective_at: at, source };
}
