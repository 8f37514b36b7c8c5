import { Moment } from "./moment.tsx";
import { titled } from "../words/words.ts";
import { shownValue } from "./values.ts";

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** Every member of a thing that is not empty, by its name in words; those that are named are left out. */
export function Members({ of, without = [] }: { of: object; without?: readonly string[] }) {
  const members = Object.entries(of as Record<string, unknown>).filter(
    ([name, value]) => !without.includes(name) && !isEmpty(value),
  );
  return (
    <dl className="facts">
      {members.map(([name, value]) => (
        <div key={name}>
          <dt>{titled(name)}</dt>
          <dd>
            {typeof value === "string" && MOMENT.test(value) ? <Moment at={value} /> : <Value of={value} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ of }: { of: unknown }) {
  const text = shownValue(of);
  return text.startsWith("{") || text.startsWith("[") ? <pre>{text}</pre> : <>{text}</>;
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === "" || ["{}", "[]"].includes(JSON.stringify(value))
  );
}
