import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Schemas } from "../api.ts";
import { ThingsTable, type ThingsColumn } from "../parts/things-table.tsx";
import { APPROVALS } from "../words/approvals.ts";
import { nounOf, VERBS } from "../words/words.ts";
import { ShownSide } from "./differences-table.tsx";
import type { Difference } from "./differences.ts";
import type { EqualOperations } from "./equal-operations.ts";
import { glanceOf, nameIn } from "./glances.ts";
import { placeOf } from "./places.ts";
import { calledIn, shownChange, type ShownBy } from "./shown-values.ts";
import { useShownBy } from "./use-shown-by.ts";

type Operation = Schemas["ChangesetOperation"];

/** An operation with its differences by their fields. */
interface Thing {
  id: string;
  operation: Operation;
  differences: ReadonlyMap<string, Difference>;
}

/** Operations that do the same, one in each line: the members that they set, change or remove. */
export function OperationsTable({ of: { operations, from } }: { of: EqualOperations }) {
  const [first] = operations;
  const { by } = useShownBy(first?.after ?? first?.before);
  if (first === undefined) return null;
  const { op, resource } = first;
  const things = operations.map((operation, at) => ({
    id: `${from + at}`,
    operation,
    differences: new Map(glanceOf(operation, by).map((one) => [one.field, one])),
  }));
  const name = `${VERBS[op]} ${APPROVALS.several(operations.length, nounOf(resource))}`;
  return (
    <section className={`operation equal ${op}`}>
      <h3>
        <span className="mark">{VERBS[op]}</span> {APPROVALS.several(operations.length, nounOf(resource))}
      </h3>
      <ThingsTable name={name} things={things} columns={columnsOf(things, by)} />
    </section>
  );
}

/** The thing of each operation, and a column for each member that one of them has. */
function columnsOf(things: readonly Thing[], by: ShownBy): ThingsColumn<Thing>[] {
  const fields = [...new Set(things.flatMap(({ differences }) => [...differences.keys()]))];
  const places = new Map(by.columns.map(({ name }, place) => [`data.${name}`, place]));
  const placeIn = (field: string) => places.get(field) ?? places.size;
  const thing = {
    key: "",
    title: APPROVALS.thing,
    label: APPROVALS.thing,
    shows: ({ id, operation }: Thing) => <Named {...{ operation, by }} place={id} />,
  };
  const members = fields
    .toSorted((one, other) => placeIn(one) - placeIn(other))
    .map((field): ThingsColumn<Thing> => {
      const title = calledIn(by, field);
      const shows = ({ operation: { op }, differences }: Thing) => {
        const difference = differences.get(field);
        return difference === undefined ? null : <Sides {...{ difference, op, by }} />;
      };
      return { key: field, title, label: title, shows };
    });
  return [thing, ...members];
}

/** Number of an operation; of a thing that is there also its name, with a link to it. */
function Named({ operation, by, place }: { operation: Operation; by: ShownBy; place: string }): ReactNode {
  if (operation.op === "create") return place;
  const name = nameIn(operation, by) ?? place;
  const at = placeOf(operation);
  return at === undefined ? name : <Link to={at.path}>{name}</Link>;
}

interface SidesOf {
  difference: Difference;
  op: Operation["op"];
  by: ShownBy;
}

/** A member before and after, as far as the operation has both. */
function Sides({ difference: { field, before, after }, op, by }: SidesOf) {
  const shows = (name: string, value: unknown) => shownChange(name, value, by);
  const side = (of: unknown, other: unknown) =>
    shows(field, of) ?? <ShownSide name={field} {...{ of, other, shows }} />;
  return (
    <>
      {op !== "create" && before !== null && <del>{side(before, after)}</del>}
      {op === "update" && before !== null && " "}
      {op !== "delete" && <ins>{side(after, before)}</ins>}
    </>
  );
}
