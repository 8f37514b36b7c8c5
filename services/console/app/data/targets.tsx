import type { MouseEvent } from "react";
import { Link } from "wouter";
import { pathOf } from "../paths.ts";
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

/** Prevents that a plain press opens the target, because it chooses the cell; with Ctrl or Cmd the link opens. */
function preventPlainPress(event: MouseEvent): void {
  if (!event.ctrlKey && !event.metaKey) event.preventDefault();
}

/** Targets of a cell. Files and contacts link to their pages; a deleted target says so. */
export function Targets({ column, row, names }: CellOf) {
  return targetsOf(column, row, names).map(({ id, name, isGone }) => (
    <span key={id} className="target">
      {isGone ? (
        TABLES.gone(name)
      ) : column.type === "file" ? (
        <Link to={pathOf("files", id)} tabIndex={-1} onClick={preventPlainPress}>
          {name}
        </Link>
      ) : column.type === "contact" ? (
        <Link to={pathOf("contacts", id)} tabIndex={-1} onClick={preventPlainPress}>
          {name}
        </Link>
      ) : (
        name
      )}
    </span>
  ));
}
