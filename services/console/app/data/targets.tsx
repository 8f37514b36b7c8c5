import { Link } from "wouter";
import { pathOf } from "../paths.ts";
import { TABLES } from "../words/tables.ts";
import type { CellOf } from "./cell-of.ts";
import { targetsOf } from "./cells.ts";

/** Targets of a cell. Files and contacts link to their pages; a deleted target says so. */
export function Targets({ column, row, names }: CellOf) {
  return targetsOf(column, row, names).map(({ id, name, isGone }) => (
    <div key={id}>
      {isGone ? (
        TABLES.gone(name)
      ) : column.type === "file" ? (
        <Link to={pathOf("files", id)}>{name}</Link>
      ) : column.type === "contact" ? (
        <Link to={pathOf("contacts", id)}>{name}</Link>
      ) : (
        name
      )}
    </div>
  ));
}
