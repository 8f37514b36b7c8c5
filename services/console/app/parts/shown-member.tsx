import { Appointment, Moment } from "./moment.tsx";
import { isActor } from "../words/actors.ts";
import { DETAILS } from "../words/parts.ts";
import { isChoice } from "../words/member-names.ts";
import { ActorById, ActorName } from "./actor-name.tsx";
import { isId, kindOf, namesActor, Reference } from "./reference.tsx";
import { shownValue } from "./values.ts";

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

interface ShownMemberOf {
  name: string;
  of: unknown;
  /** A moment is shown by its distance, unless its time counts. */
  isExact?: boolean;
}

/** The value of a member: a moment as people say it, another thing by its name, anything else as it is. */
export function ShownMember({ name, of, isExact = false }: ShownMemberOf) {
  if (isActor(of)) return <ActorName of={of} />;
  if (typeof of !== "string") return <>{shownValue(of)}</>;
  const kind = kindOf(name, of);
  const isUnnamed: boolean = isId(of);
  if (kind !== undefined) return <Reference kind={kind} id={of} />;
  if (namesActor(name) && isUnnamed) return <ActorById id={of} />;
  if (isUnnamed) return <Unnamed id={of} />;
  if (isChoice(name)) return <>{of.replaceAll("_", " ")}</>;
  if (!MOMENT.test(of)) return <>{of}</>;
  return isExact ? <Appointment at={of} /> : <Moment at={of} />;
}

/** A thing whose name is not known: its id in a fold, so that nothing of a change is hidden. */
const Unnamed = ({ id }: { id: string }) => (
  <details>
    <summary>{DETAILS.unnamed}</summary>
    <code>{id}</code>
  </details>
);
