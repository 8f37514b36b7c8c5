import { Link } from "wouter";
import { pathOf } from "../paths.ts";
import { TABLES } from "../words/tables.ts";
import type { CellOf } from "./cell-of.ts";
import { targetsOf } from "./cells.ts";

/** What a cell names: a file and a contact lead to their pages; what is gone is told. */
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
