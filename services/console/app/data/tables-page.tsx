import { Link } from "wouter";
import { Failure } from "../parts/failure.tsx";
import { Page } from "../parts/page.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { useTables } from "./tables.ts";

/** The team's tables. */
export function TablesPage() {
  const { data, error } = useTables();
  return (
    <Page title="Tables">
      {error !== null && <Failure error={error} />}
      {data === undefined && error === null && <Waiting />}
      {data?.tables.length === 0 && (
        <p className="empty">
          There is no table yet. An app or an agent makes one with POST /api/v1/data/tables.
        </p>
      )}
      <ul className="cards">
        {data?.tables.map(({ id, name, display_name: title, description, row_count_estimate: rows }) => (
          <li key={id} className="card">
            <Link to={`/tables/${name}`}>{title}</Link>
            <p className="aside">
              {description ?? name}; about {rows} rows
            </p>
          </li>
        ))}
      </ul>
    </Page>
  );
}
