import { PARTS } from "../words/parts.ts";

/** Stands where something is on its way. */
export function Waiting() {
  return (
    <p className="waiting" role="status">
      {PARTS.loading}
    </p>
  );
}
