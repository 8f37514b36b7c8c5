import { Link } from "wouter";

/** Says that what was just written waits for a second person. */
export function Queued() {
  return (
    <p role="status">
      Your change waits for a second person; <Link to="/approvals">Approvals</Link> shows it.
    </p>
  );
}
