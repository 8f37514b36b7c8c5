import { Appointment, Moment } from "./moment.tsx";
import { isActor } from "../words/actors.ts";
import { DETAILS } from "../words/parts.ts";
import { isChoice } from "../words/member-names.ts";
import { hoursInWords, isHours, valueWord } from "../words/values.ts";
import { ActorById, ActorName } from "./actor-name.tsx";
import { isId, kindOf, namesActor, Reference } from "./reference.tsx";
import { isMoment } from "./times.ts";
import { shownList, shownValue } from "./values.ts";

interface ShownMemberOf {
  name: string;
  of: unknown;
  /** A moment is shown by its distance, unless its time counts. */
  isExact?: boolean;
}

/** The value of a member: a moment as people say it, another thing by its name, anything else as it is. */
export function ShownMember({ name, of, isExact = false }: ShownMemberOf) {
  const member = memberOf(name);
  if (isActor(of)) return <ActorName of={of} />;
  if (typeof of === "number" && isHours(member)) return <>{hoursInWords(of)}</>;
  if (isWords(of)) return <>{shownList(of.map((one) => inWords(member, one)))}</>;
  if (typeof of !== "string") return <>{shownValue(of)}</>;
  const kind = kindOf(name, of);
  const isUnnamed: boolean = isId(of);
  if (kind !== undefined) return <Reference kind={kind} id={of} />;
  if (namesActor(name) && isUnnamed) return <ActorById id={of} />;
  if (isUnnamed) return <Unnamed id={of} />;
  if (!isMoment(of)) return <>{inWords(member, of)}</>;
  return isExact ? <Appointment at={of} /> : <Moment at={of} />;
}

/** Members that a team has named itself. */
const OWN = /(?:^|\.)(?:data|custom|answers|metadata)\./;

/** The member of the API that a name ends in; a name of the team's own stays whole. */
const memberOf = (name: string): string => (OWN.test(name) ? name : (name.split(".").at(-1) ?? name));

/** The value of a member in words, where it is a word of the API. */
const inWords = (member: string, value: string): string =>
  valueWord(member, value) ?? (isChoice(member) ? value.replaceAll("_", " ") : value);

const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string");

/** A thing whose name is not known: its id in a fold, so that nothing of a change is hidden. */
const Unnamed = ({ id }: { id: string }) => (
  <details>
    <summary>{DETAILS.unnamed}</summary>
    <code>{id}</code>
  </details>
);
