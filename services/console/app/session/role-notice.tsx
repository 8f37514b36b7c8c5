import { ProblemError } from "@jst/client";
import { useMutationState } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "react-aria-components";
import { Failure } from "../parts/failure.tsx";
import { SHELL } from "../words/places.ts";
import { useSession } from "./session.ts";

/**
 * Notice that the role of the signed-in member changed while the page was open, or that a request was refused because
 * of it. Parts of the page that the new role may not use are gone.
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
