import { actorOf, isActor, titled } from "../words/words.ts";
import { kindOf } from "./reference.tsx";
import { ShownMember } from "./shown-member.tsx";

/** Every member of a thing that is not empty, by its name in words; those that are named are left out. */
export function Members({ of, without = [] }: { of: object; without?: readonly string[] }) {
  const members = Object.entries(of as Record<string, unknown>).filter(
    ([name, value]) => !without.includes(name) && !isEmpty(value),
  );
  return (
    <dl className="facts">
      {members.map(([name, value]) => (
        <div key={name}>
          <dt>{titled(kindOf(name, value) === undefined ? name : name.replace(/_id$/, ""))}</dt>
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
  if (isActor(of)) return <>{actorOf(of)}</>;
  if (isObject(of)) return <Members of={of} />;
  if (list.some(isObject))
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

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether there is nothing to show, also inside of it. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  return typeof value === "object" && Object.values(value).every(isEmpty);
}
