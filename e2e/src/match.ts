/** Words a case may use where the value itself is not known beforehand. */
const WORDS: Record<string, (value: unknown) => boolean> = {
  $any: (value) => value !== undefined,
  $absent: (value) => value === undefined,
  $uuid: (value) =>
    typeof value === "string" &&
    /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(value),
  $timestamp: (value) => typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value),
  $text: (value) => typeof value === "string" && value.length > 0,
  $empty: (value) => Array.isArray(value) && value.length === 0,
};

/**
 * Every difference between a value and what a case expects of it; empty when it matches. Objects may have more
 * members than expected, lists may not.
 */
export function differences(actual: unknown, expected: unknown, path = "body"): string[] {
  if (typeof expected === "string" && expected in WORDS) {
    return WORDS[expected]?.(actual) === true ? [] : [`${path}: ${show(actual)} is not ${expected}`];
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length)
      return [`${path}: ${show(actual)} is not ${show(expected)}`];
    return expected.flatMap((item, index) => differences(actual[index], item, `${path}.${index}`));
  }
  if (expected !== null && typeof expected === "object") {
    if (actual === null || typeof actual !== "object") return [`${path}: ${show(actual)} is not an object`];
    return Object.entries(expected).flatMap(([name, value]) =>
      differences((actual as Record<string, unknown>)[name], value, `${path}.${name}`),
    );
  }
  return Object.is(actual, expected) ? [] : [`${path}: ${show(actual)} is not ${show(expected)}`];
}

function show(value: unknown): string {
  return value === undefined ? "absent" : JSON.stringify(value).slice(0, 200);
}
