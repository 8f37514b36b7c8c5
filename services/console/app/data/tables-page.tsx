import { answered } from "@jst/client";
import { Link } from "wouter";
import { api, type Schemas } from "../api.ts";
import { ImportButton } from "../imports/import-button.tsx";
import { Listing } from "../parts/listing.tsx";
import { New } from "../parts/new.tsx";
import { Page } from "../parts/page.tsx";
import { PATHS, pathOf } from "../paths.ts";
import { mayDo, useSession } from "../session/session.ts";
import { TITLES } from "../words/places.ts";
import { TABLES } from "../words/tables.ts";

const listed = ["tables"] as const;

/** The team's tables. */
export function TablesPage() {
  const session = useSession();
  return (
    <Page title={TITLES.tables} actions={mayDo(session, "tables", "write") && <Acts />}>
      <Listing
        queryKey={listed}
        read={(at) => answered(api.GET("/api/v1/data/tables", { params: { query: at } }))}
        items={({ tables }) => tables}
        none={<p>{TABLES.none}</p>}
      >
        {(tables) => (
          <ul className="cards" aria-label={TITLES.tables}>
            {tables.map(({ id, name, display_name: title, description, row_count_estimate: rows }) => (
              <li key={id} className="card">
                <Link to={pathOf("tables", name)}>{title}</Link>
                {description !== null && description !== "" && <p>{description}</p>}
                <p className="aside">{[name, TABLES.about(rows)].join("; ")}</p>
              </li>
            ))}
          </ul>
        )}
      </Listing>
    </Page>
  );
}

function Acts() {
  return (
    <>
      <Link to={PATHS.imports}>{TITLES.imports}</Link>
      <ImportButton />
      <NewTable />
    </>
  );
}

function NewTable() {
  return (
    <New
      words={TABLES}
      fields={[
        { name: "display_name", kind: "text", label: TABLES.fields.display_name, isRequired: true },
        { name: "description", kind: "text", label: TABLES.fields.description },
      ]}
      touches={[listed]}
      send={(body: Schemas["TableCreate"], header) =>
        answered(api.POST("/api/v1/data/tables", { params: { header }, body }))
      }
      at={{ list: "tables", id: ({ name }) => name }}
    />
  );
}
