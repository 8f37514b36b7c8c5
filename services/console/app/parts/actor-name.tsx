import type { Schemas } from "../api.ts";
import { actorText, initialsOf, shownName, throughDoor } from "../words/actors.ts";
import { useActor } from "./actors.ts";
import { TINTS } from "./tints.ts";

interface ActorNameOf {
  of: Schemas["Actor"];
  /** The key with which a member acted, if it is known. */
  keyId?: string | undefined;
}

/** The name of a member, key or app; nothing while it is not known. */
export function ActorById({ id }: { id: string }) {
  const who = useActor(id);
  if (who === undefined) return null;
  return (
    <span className="actor">
      {who.type === "member" && <Initials id={id} name={who.name} />}
      {shownName(who)}
    </span>
  );
}

/** The name of a person, key or app, or of the platform; of a person with the initials. */
export function ActorName({ of, keyId }: ActorNameOf) {
  const who = useActor(of.id);
  const isKey = of.type === "human" || of.type === "break_glass";
  const key = useActor(isKey ? keyId : undefined);
  return (
    <span className="actor">
      {who?.type === "member" && <Initials id={who.id} name={who.name} />}
      {actorText(of, who, key)}
    </span>
  );
}

/** Initials of a person in a circle, whose tint follows from the id. The name stands beside it. */
export function Initials({ id, name }: { id: string; name: string }) {
  const tint = TINTS[parseInt(id.slice(-4), 16) % TINTS.length] ?? "grey";
  return <span className="initials" data-tint={tint} data-text={initialsOf(name)} aria-hidden="true" />;
}

/** The proposer of a change and the door through which it came. */
export function Proposer({
  of: { proposed_by: by, source },
}: {
  of: Pick<Schemas["Changeset"], "proposed_by" | "source">;
}) {
  return (
    <>
      <ActorName of={by} keyId={source.token_id} />
      {throughDoor(source.door)}
    </>
  );
}
