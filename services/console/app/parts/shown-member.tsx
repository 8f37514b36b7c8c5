import { Appointment, Moment } from "./moment.tsx";
import { kindOf, Reference } from "./reference.tsx";
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
  if (typeof of !== "string") return <>{shownValue(of)}</>;
  const kind = kindOf(name, of);
  if (kind !== undefined) return <Reference kind={kind} id={of} />;
  if (!MOMENT.test(of)) return <>{of}</>;
  return isExact ? <Appointment at={of} /> : <Moment at={of} />;
}
