import type { MouseEvent } from "react";
import { Link } from "wouter";
import { pathOf, rowPath } from "../paths.ts";
import { TABLES } from "../words/tables.ts";
import { targetsOf } from "./cells.ts";
import type { Names } from "./names.ts";
import type { Column, Row } from "./tables.ts";

/** A cell and the names of its targets. */
export interface CellOf {
  column: Column;
  row: Row;
  names: Names;
}

/** Prevents that a press with Shift opens the target, because it selects a range. */
function preventShiftPress(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault();
}

/** Returns where the target of a cell is shown; undefined for members, who have no page. */
function targetPath({ type, relation }: Column, id: string): string | undefined {
  if (type === "file") return pathOf("files", id);
  if (type === "contact") return pathOf("contacts", id);
  const table = relation?.table_id;
  return type === "relation" && table !== undefined ? rowPath(table, id) : undefined;
}

/** Targets of a cell. Rows, files and contacts are links; a deleted target says so. */
export function Targets({ column, row, names }: CellOf) {
  return targetsOf(column, row, names).map(({ id, name, isGone }) => (
    <span key={id} className="target">
      {isGone ? TABLES.gone(name) : <TargetLink path={targetPath(column, id)} name={name} />}
    </span>
  ));
}

function TargetLink({ path, name }: { path: string | undefined; name: string }) {
  if (path === undefined) return name;
  return (
    <Link to={path} tabIndex={-1} draggable={false} onClick={preventShiftPress}>
      {name}
    </Link>
  );
}
