import { MoveRight } from "lucide-react";
import { Fragment } from "react";
import type { Schemas } from "../api.ts";
import { isId, kindOf, namesActor } from "../parts/reference.tsx";
import { ShownMember } from "../parts/shown-member.tsx";
import { shownList, shownValue } from "../parts/values.ts";
import { APPROVALS } from "../words/approvals.ts";
import { VERBS } from "../words/words.ts";
import type { Changeset } from "./changesets.ts";
import { isRestored, isScalarList, type Difference } from "./differences.ts";
import { glanceOf, nameIn } from "./glances.ts";
import { calledIn, shownChange, type ShownBy } from "./shown-values.ts";
import { useShownBy } from "./use-shown-by.ts";

type Operation = Schemas["ChangesetOperation"];

/** As many things as a list shows of a change, and members of one thing and of each of several. */
const THINGS_MAX = 3;
const FIELDS_MAX = { one: 3, several: 2 };

const { glance: words } = APPROVALS;

/**
 * Says in a short line for each of its first things what a change makes of them; nothing of what the person may not
 * read.
 */
export function Glance({ of: { operations, operation_count: count } }: { of: Changeset }) {
  const shown = operations.slice(0, THINGS_MAX).filter(({ before, after }) => (before ?? after) !== null);
  if (shown.length === 0) return null;
  return (
    <ul className="glance">
      {shown.map((operation, place) => (
        <Thing key={`${place} ${operation.id ?? ""}`} operation={operation} isOnly={count === 1} />
      ))}
      {count > shown.length && <li className="aside">{words.moreThings(count - shown.length)}</li>}
    </ul>
  );
}

function Thing({ operation, isOnly }: { operation: Operation; isOnly: boolean }) {
  const { before, after } = operation;
  const op = isRestored(operation) ? "create" : operation.op;
  const { by, isLoading } = useShownBy(after ?? before);
  // Without its columns a row would be shown by the words of programs first.
  if (isLoading) return null;
  const differences = glanceOf(operation, by);
  const shown = differences.slice(0, isOnly ? FIELDS_MAX.one : FIELDS_MAX.several);
  const name = isOnly || op === "create" ? undefined : nameIn(operation, by);
  return (
    <li>
      {!isOnly && <span className="mark">{name === undefined ? VERBS[op] : `${VERBS[op]} ${name}`} </span>}
      {shown.map((difference, place) => (
        <Fragment key={difference.field}>
          {place > 0 && " · "}
          <Member difference={difference} op={op} by={by} />
        </Fragment>
      ))}
      {differences.length > shown.length && (
        <span className="aside"> · {words.moreFields(differences.length - shown.length)}</span>
      )}
      {differences.length === 0 && isOnly && <span className="aside">{APPROVALS.unchanged}</span>}
    </li>
  );
}

interface MemberOf {
  difference: Difference;
  op: Operation["op"];
  by: ShownBy;
}

/** One member: its label, and its values before and after an update, or its only one. */
function Member({ difference: { field, before, after }, op, by }: MemberOf) {
  const label = calledIn(by, field);
  if (isNameless(field, before) || isNameless(field, after)) return <span>{label}</span>;
  const was = before !== null && (
    <del>
      <Side {...{ field, by }} of={before} />
    </del>
  );
  const is = op !== "delete" && (
    <ins>
      <Side {...{ field, by }} of={after} />
    </ins>
  );
  return (
    <span>
      {label}: {was}
      {op === "update" && before !== null && <MoveRight size={14} role="img" aria-label={words.becomes} />}
      {is}
    </span>
  );
}

function Side({ field, of, by }: { field: string; of: unknown; by: ShownBy }) {
  if (of === null) return words.nothing;
  if (isScalarList(of)) return shownList(of.map((one) => shownChange(field, one, by) ?? shownValue(one)));
  return shownChange(field, of, by) ?? <ShownMember name={field} of={of} isExact />;
}

/** Whether a value has an id whose name the console does not know, so that a line leaves it out. */
function isNameless(field: string, value: unknown): boolean {
  const member = field.split(".").at(-1) ?? "";
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.some((one) => isId(one) && kindOf(member, one) === undefined && !namesActor(member));
}
