import { Patterns } from "@jst/pattern";
import type { AskedField } from "./field.ts";

/** A member of a field that means something for some types alone. */
export type Bound = "options" | "min" | "max" | "pattern" | "max_length";

/** Bounds of a type of field. */
export interface TypeRules {
  takes: readonly Bound[];
  /** Most characters of a text, whatever the field says. */
  charsMax?: number;
  /** Bounds of `min` and `max`, if they are whole numbers. */
  counted?: { least: number; most: number };
  /** Targets of a mapping besides the team's own members of a contact: other members, and consents. */
  fills?: readonly string[];
}

const names = ["first_name", "last_name", "company"];
const consents = ["email", "sms", "whatsapp"].flatMap((channel) =>
  ["transactional", "marketing"].map((purpose) => `consent.${channel}.${purpose}`),
);
const lengths = { least: 0, most: Number.MAX_SAFE_INTEGER };
const text: readonly Bound[] = ["min", "max", "pattern", "max_length"];

/** Rules of each type of field. */
export const fieldTypes: Readonly<Record<AskedField["type"], TypeRules>> = {
  short_text: { takes: text, charsMax: 1_000, counted: lengths, fills: names },
  long_text: { takes: text, charsMax: 10_000, counted: lengths },
  email: { takes: ["pattern"], charsMax: 254, fills: ["email"] },
  phone: { takes: ["pattern"], charsMax: 16, fills: ["phone"] },
  number: { takes: ["min", "max"] },
  date: { takes: [] },
  time: { takes: [] },
  boolean: { takes: [] },
  single_choice: { takes: ["options"] },
  multi_choice: { takes: ["options", "min", "max"], counted: lengths },
  rating: { takes: ["min", "max"], counted: { least: 0, most: 10 } },
  file: { takes: [] },
  url: { takes: ["pattern"], charsMax: 2_000 },
  consent: { takes: [], fills: consents },
  hidden: { takes: ["pattern"], charsMax: 1_000, fills: names },
  section: { takes: [] },
};

const RATING = { min: 1, max: 5 };

/** Least and greatest number, rating, length or count that a field takes. */
export function boundsOf(field: Pick<AskedField, "type" | "min" | "max" | "max_length">): {
  least: number;
  most: number;
} {
  const { charsMax = Infinity } = fieldTypes[field.type];
  if (field.type === "rating") return { least: field.min ?? RATING.min, most: field.max ?? RATING.max };
  const most = Math.min(field.max ?? Infinity, field.max_length ?? Infinity, charsMax);
  return { least: field.min ?? -Infinity, most };
}

/** Patterns of the fields of all teams; those that are ready take 20 MB at most. */
export const patterns = new Patterns({ charsMax: 500, sizeMax: 5_000, readyMax: 100_000 });
