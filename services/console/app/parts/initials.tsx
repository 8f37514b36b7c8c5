import { initialsOf } from "./initials-of.ts";
import { TINTS } from "./tints.ts";

/** Initials of a person in a circle, whose tint follows from the id. The name stands beside it. */
export function Initials({ id, name }: { id: string; name: string }) {
  const tint = TINTS[parseInt(id.slice(-4), 16) % TINTS.length] ?? "grey";
  return <span className="initials" data-tint={tint} data-text={initialsOf(name)} aria-hidden="true" />;
}
