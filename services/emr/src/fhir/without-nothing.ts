import { Decimal, isObject } from "../import/fhir/json.ts";

/** The value without members that say nothing: FHIR knows no null, no empty list and no empty object. */
export function withoutNothing(value: unknown): unknown {
  if (value instanceof Decimal) return value;
  if (Array.isArray(value)) {
    const kept = value.map(withoutNothing).filter((one) => one !== undefined);
    return kept.length === 0 ? undefined : kept;
  }
  if (isObject(value)) {
    const kept = Object.entries(value).flatMap(([name, member]) => {
      const shown = withoutNothing(member);
      return shown === undefined ? [] : [[name, shown] as const];
    });
    return kept.length === 0 ? undefined : Object.fromEntries(kept);
  }
  return value === null || value === "" ? undefined : value;
}
