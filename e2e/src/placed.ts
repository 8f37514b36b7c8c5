/** A body in which something stands at the end of a path, "*" being the first item of a list; all else is as it was. */
export function placed(
  body: unknown,
  [first, ...rest]: readonly string[],
  value: unknown,
  ofType?: string,
): unknown {
  if (first === undefined) return value;
  if (first === "*") {
    const [item, ...others] = Array.isArray(body) ? (body as unknown[]) : [];
    return [placed(item, rest, value, ofType), ...others];
  }
  const members = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  const type = rest.length === 0 && ofType !== undefined ? { type: ofType } : {};
  return { ...members, ...type, [first]: placed(members[first], rest, value, ofType) };
}
