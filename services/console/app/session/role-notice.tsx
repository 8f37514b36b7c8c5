import { ProblemError } from "@jst/client";
import { useMutationState } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "react-aria-components";
import { Failure } from "../parts/failure.tsx";
import { SHELL } from "../words/places.ts";
import { useSession } from "./session.ts";

/**
 * Says that the role of who is signed in has changed while the page was open, and what was refused to it: what it may
 * not do any more is gone from the page, and what that said with it.
 */
export function RoleNotice() {
  const { role } = useSession().member;
  const [known, setKnown] = useState(role);
  const errors = useMutationState({
    filters: { status: "error" },
    select: ({ state: { error } }) => error,
  });
  if (known === role) return null;
  const refused = errors.findLast((error) => error instanceof ProblemError && error.status === 403);
  return (
    <div className="card" role="status">
      <p>{SHELL.roleIs(role)}</p>
      {refused instanceof ProblemError && <Failure error={refused} />}
      <Button onPress={() => setKnown(role)}>{SHELL.understood}</Button>
    </div>
  );
}
