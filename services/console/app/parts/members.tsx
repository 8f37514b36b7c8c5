import { isActor } from "../words/actors.ts";
import { isForPrograms } from "../words/member-names.ts";
import { wordOf } from "../words/members.ts";
import { ActorName } from "./actor-name.tsx";
import { Details } from "./details.tsx";
import { isId, kindOf, namesActor } from "./reference.tsx";
import { ShownMember } from "./shown-member.tsx";

interface MembersOf {
  of: object;
  without?: readonly string[];
}

/** Members of a thing by their words, those for programs in a fold; empty ones and those in `without` are left out. */
export function Members({ of, without = [] }: MembersOf) {
  const members = Object.entries(of as Record<string, unknown>).filter(
    ([name, value]) => !without.includes(name) && !isEmpty(value),
  );
  return (
    <>
      <Facts members={members.filter((member) => isShown(member))} />
      <Details of={Object.fromEntries(members.filter((member) => !isShown(member)))} />
    </>
  );
}

function Facts({ members }: { members: readonly [string, unknown][] }) {
  return (
    <dl className="facts">
      {members.map(([name, value]) => (
        <div key={name}>
          <dt>{wordOf(name)}</dt>
          <dd>
            <Value name={name} of={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ name, of }: { name: string; of: unknown }) {
  const list: readonly unknown[] = Array.isArray(of) ? of : [];
  if (isActor(of)) return <ActorName of={of} />;
  if (isObject(of)) return <Facts members={partsOf(of)} />;
  if (list.some((one) => isObject(one) || isId(one)))
    return (
      <ul className="lines">
        {list.map((one, index) => (
          <li key={index}>
            <Value name={name} of={one} />
          </li>
        ))}
      </ul>
    );
  return <ShownMember name={name} of={of} />;
}

/** Members inside of a member: those for programs are in no fold and left out. */
const partsOf = (of: object): [string, unknown][] =>
  Object.entries(of as Record<string, unknown>).filter((member) => isShown(member) && !isEmpty(member[1]));

/** Whether people read a member: it is not for programs, and an id is that of a thing with a name. */
function isShown([name, value]: [string, unknown]): boolean {
  if (isForPrograms(name)) return false;
  const ids = (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isId);
  return ids.every((id) => namesActor(name) || kindOf(name, id) !== undefined);
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether there is nothing to show, also inside of it. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  return typeof value === "object" && Object.values(value).every(isEmpty);
}
