import { hasRight, requireReach, type Caller, type ScopeAction } from "@jst/caller";

/** A member of a body that names a thing of another resource, as the protos declare it. */
export interface BodyReference {
  /** Members on the way to it; "*" stands for the items of a list. */
  path: readonly string[];
  resource: string;
  action: ScopeAction;
  /** Value of the member `type` beside it without which it names something else. */
  ofType?: string;
}

/**
 * Throws 403 insufficient_scope for the first thing that the body names and the caller has no right on, before anybody
 * looks whether there is such a thing (tokens.references).
 */
export function requireReferences(
  caller: Caller,
  references: readonly BodyReference[] | undefined,
  body: unknown,
): void {
  for (const reference of references ?? []) {
    if (hasRight(caller, reference.resource, reference.action)) continue;
    for (const field of placesOf(body, reference.path, reference.ofType))
      requireReach(caller, reference, field);
  }
}

/** Places of a body at which something stands there, such as "attachments.0". */
function* placesOf(
  value: unknown,
  [first, ...rest]: readonly string[],
  ofType: string | undefined,
  at: readonly string[] = [],
): Generator<string> {
  if (first === undefined) {
    if (value !== null && value !== undefined) yield at.join(".");
  } else if (first === "*") {
    if (!Array.isArray(value)) return;
    for (const [index, item] of value.entries()) yield* placesOf(item, rest, ofType, [...at, String(index)]);
  } else if (typeof value === "object" && value !== null) {
    const { [first]: inner, type } = value as Record<string, unknown>;
    const isOther = rest.length === 0 && ofType !== undefined && type !== ofType;
    if (!isOther) yield* placesOf(inner, rest, ofType, [...at, first]);
  }
}
