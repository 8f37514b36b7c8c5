import type { FieldError } from "@jst/errors";
import { uncheckedMs } from "@jst/query";
import { BLOOD_PRESSURE, DIASTOLIC, knownCode, PRESSURES, SYSTOLIC } from "./known-codes.ts";
import { quantityFaults, type Members } from "./quantity-faults.ts";

const DAY_MS = 86_400_000;

/** Finds the faults of a body besides its schema: one observation, or `observations` alone (wellness.observations). */
export function observationFaults(body: unknown): FieldError[] {
  if (!isObject(body)) return [];
  if (!("observations" in body))
    return [...missing(body, ["contact_id", "code", "source"]), ...faultsOf(body, "")];
  const { observations, ...others } = body;
  const unknown = Object.keys(others)
    .filter((name) => SINGLE.includes(name))
    .map((field) => ({
      field,
      code: "unknown_field",
      message: "A batch can have only the field observations. Remove this field.",
    }));
  const items = Array.isArray(observations) ? observations.slice(0, 500) : [];
  const faults = items.flatMap((item, place) =>
    isObject(item) ? faultsOf(item, `observations.${place}.`) : [],
  );
  return [...unknown, ...faults];
}

const SINGLE = [
  "contact_id",
  "code",
  "category",
  "value",
  "components",
  "unit",
  "effective_at",
  "effective_period",
  "source",
  "external_id",
];

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function missing(members: Members, names: readonly string[]): FieldError[] {
  return names
    .filter((name) => members[name] === undefined)
    .map((field) => ({ field, code: "required", message: "This field is required." }));
}

function faultsOf(item: Members, at: string): FieldError[] {
  const code = isObject(item["code"]) ? item["code"] : {};
  return [
    ...categoryFaults(item, code, at),
    ...(code["code"] === BLOOD_PRESSURE && knownCode(code["system"], code["code"]) !== undefined
      ? pressureFaults(item, at)
      : quantityFaults(item, code, at)),
    ...componentFaults(item, at),
    ...timeFaults(item, at),
  ];
}

function categoryFaults({ category }: Members, code: Members, at: string): FieldError[] {
  const known = knownCode(code["system"], code["code"]);
  const field = `${at}category`;
  if (known === undefined)
    return category === undefined && code["code"] !== undefined
      ? [
          {
            field,
            code: "required",
            message:
              "This code is not one that the platform knows, so this field is required. Send the field, or correct the code.",
          },
        ]
      : [];
  if (category === undefined || category === known.category) return [];
  return [
    { field, code: "not_allowed", message: `Must be ${known.category}, which is the category of this code.` },
  ];
}

/** A blood pressure is its two components. */
function pressureFaults({ value, unit, components }: Members, at: string): FieldError[] {
  const faults: FieldError[] = [];
  for (const [name, given] of Object.entries({ value, unit }))
    if (given !== undefined && given !== null)
      faults.push({
        field: at + name,
        code: "not_allowed",
        message: "A blood pressure has its two values in components. Remove this field, and send components.",
      });
  const parts = (Array.isArray(components) ? components : []).map((one: unknown) => {
    const part = isObject(one) ? one : {};
    return { value: part["value"], code: isObject(part["code"]) ? part["code"]["code"] : undefined };
  });
  const isWhole = parts.length === 2 && PRESSURES.every((code) => parts.some((part) => part.code === code));
  const field = `${at}components`;
  const message = `A blood pressure needs exactly one component ${PRESSURES.join(" and one ")}.`;
  if (!isWhole) return [...faults, { field, code: "invalid_value", message }];
  const valueOf = (code: string) => Number(parts.find((part) => part.code === code)?.value);
  if (!(valueOf(SYSTOLIC) <= valueOf(DIASTOLIC))) return faults;
  const order = `The systolic pressure (${SYSTOLIC}) must be above the diastolic one (${DIASTOLIC}). Check whether they are exchanged.`;
  return [...faults, { field, code: "invalid_value", message: order }];
}

function componentFaults({ components }: Members, at: string): FieldError[] {
  if (!Array.isArray(components)) return [];
  return components.slice(0, 50).flatMap((one: unknown, place) => {
    if (!isObject(one) || !isObject(one["code"])) return [];
    return quantityFaults(one, one["code"], `${at}components.${place}.`);
  });
}

/** Exactly one time, not more than a day ahead: clocks of devices go wrong, and zones are mixed up. */
function timeFaults({ effective_at: taken, effective_period: period }: Members, at: string): FieldError[] {
  if ((taken === undefined) === (period === undefined)) {
    const code = taken === undefined ? "required" : "not_allowed";
    const message = "Send either effective_at or effective_period. Exactly one of the two is needed.";
    return ["effective_at", "effective_period"].map((name) => ({ field: at + name, code, message }));
  }
  const { start, end } = isObject(period) ? period : {};
  const named = { effective_at: taken, "effective_period.start": start, "effective_period.end": end };
  const faults = Object.entries(named)
    .filter(([, text]) => uncheckedMs(text) > Date.now() + DAY_MS)
    .map(([name]) => ({
      field: at + name,
      code: "too_large",
      message: "Must be at most 24 hours in the future. Check the date and the time zone.",
    }));
  // In the schema the end may be null, as in a reply about a period of an earlier release.
  if (isObject(period) && (end === undefined || end === null))
    faults.push({
      field: `${at}effective_period.end`,
      code: "required",
      message:
        "Send the end of the period, such as 2026-01-31T12:00:00Z. If the period has not ended, wait until it ends.",
    });
  if (uncheckedMs(end) < uncheckedMs(start))
    faults.push({
      field: `${at}effective_period.end`,
      code: "too_small",
      message: "The end is before the start. Send an end that is the same as the start or later.",
    });
  return faults;
}
