import { APPROVALS } from "../words/approvals.ts";
import { useWaiting } from "./changesets.ts";

/** How many proposals wait for the person; nothing where none does. */
export function WaitingBadge() {
  const waiting = useWaiting();
  const count = waiting?.changesets.length ?? 0;
  if (count === 0) return null;
  const text = `${count}${waiting?.has_more === true ? "+" : ""}`;
  return (
    <>
      {" "}
      <span className="badge" role="img" aria-label={APPROVALS.waiting(text)}>
        {text}
      </span>
    </>
  );
}
