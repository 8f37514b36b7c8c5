import type { TeamConfig, Term } from "../../gen/rpc.ts";
import { brandOf } from "../teams/brand.ts";
import { countryOf, firstStepsOf, localeOf } from "../teams/team-facts.ts";
import { modulesOf } from "../teams/modules.ts";

export interface StoredConfig {
  display_name: string;
  settings: Readonly<Record<string, unknown>>;
}

const terminology: Record<string, Term> = {
  contact: { singular: "Contact", plural: "Contacts" },
  table: { singular: "Table", plural: "Tables" },
  row: { singular: "Row", plural: "Rows" },
  form: { singular: "Form", plural: "Forms" },
  booking: { singular: "Booking", plural: "Bookings" },
  invoice: { singular: "Invoice", plural: "Invoices" },
  patient: { singular: "Patient", plural: "Patients" },
};

const statusLabels: Record<string, Record<string, string>> = {
  booking: { booked: "Booked", cancelled: "Cancelled", completed: "Completed", no_show: "No-show" },
  delivery: { pending: "Pending", success: "Delivered", failed: "Failed" },
};

/** Builds the public configuration with every default filled in. No other member ever leaves. */
export function teamConfig({ display_name, settings }: StoredConfig): TeamConfig {
  return {
    modules: modulesOf(settings),
    terminology: { ...terminology, ...part<Term>(settings["terminology"]) },
    status_labels: { ...statusLabels, ...part(settings["status_labels"]) },
    brand: brandOf(display_name, settings),
    locale: localeOf(settings),
    country: countryOf(settings),
    first_steps: firstStepsOf(settings),
  };
}

function part<V>(stored: unknown): Record<string, V> {
  return typeof stored === "object" && stored !== null ? (stored as Record<string, V>) : {};
}
