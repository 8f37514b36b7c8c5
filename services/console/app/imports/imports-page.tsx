import { answered } from "@jst/client";
import { Link } from "wouter";
import { api } from "../api.ts";
import { ActorName } from "../parts/actor-name.tsx";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { Pill } from "../parts/pill.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { PATHS, pathOf } from "../paths.ts";
import { mayDo, useSession } from "../session/session.ts";
import { IMPORTS, verdictsText } from "../words/imports.ts";
import { TITLES } from "../words/places.ts";
import { ImportButton } from "./import-button.tsx";
import { TINTS, type Import } from "./imports.ts";

const { columns } = IMPORTS;
const EVERY_MS = 4_000;

/** The team's imports, newest first. */
export function ImportsPage() {
  const mayImport = mayDo(useSession(), "tables", "write");
  return (
    <Page
      title={TITLES.imports}
      actions={
        <>
          <Link to={PATHS.tables}>{TITLES.tables}</Link>
          {mayImport && <ImportButton />}
        </>
      }
    >
      <Listing
        queryKey={["imports"]}
        read={(at) =>
          answered(api.GET("/api/v1/data/imports", { params: { query: { sort: "created_at:desc", ...at } } }))
        }
        items={({ imports }) => imports}
        none={<p>{IMPORTS.none}</p>}
        everyMs={EVERY_MS}
      >
        {(imports) => (
          <ThingsTable
            name={TITLES.imports}
            things={imports}
            columns={{
              [columns.name]: ({ id, name }) => <Link to={pathOf("imports", id)}>{name}</Link>,
              [columns.state]: ({ status }) => <Pill tint={TINTS[status]}>{IMPORTS.states[status]}</Pill>,
              [columns.rows]: rowsText,
              [columns.when]: ({ created_at: at }) => <Moment at={at} />,
              [columns.who]: ({ created_by: by }) => <ActorName of={by} />,
            }}
          />
        )}
      </Listing>
    </Page>
  );
}

function rowsText({ checked_at: checked, status, counts }: Import): string {
  const isJudged = checked !== null && !["analysing", "analysed", "checking"].includes(status);
  return isJudged ? verdictsText(counts) : IMPORTS.total(counts.total);
}
