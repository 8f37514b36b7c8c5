import { ActorName } from "../parts/actor-name.tsx";
import { throughDoor } from "../words/actors.ts";
import type { Changeset } from "./changesets.ts";

/** The proposer of a change and the door through which it came. */
export function Proposer({ of: { proposed_by: by, source } }: { of: Changeset }) {
  return (
    <>
      <ActorName of={by} keyId={source.token_id} />
      {throughDoor(source.door)}
    </>
  );
}
