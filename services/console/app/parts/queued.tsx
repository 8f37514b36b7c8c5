import { Link } from "wouter";
import { PATHS } from "../paths.ts";
import { PARTS } from "../words/parts.ts";
import { TITLES } from "../words/places.ts";

/** Says that what was just written waits for a second person. */
export function Queued() {
  return (
    <p role="status">
      {PARTS.queued} <Link to={PATHS.approvals}>{TITLES.approvals}</Link>.
    </p>
  );
}
