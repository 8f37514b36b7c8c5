import { answered } from "@jst/client";
import { Link } from "wouter";
import { api } from "../api.ts";
import { ActorName } from "../parts/actor-name.tsx";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { PATHS, pathOf } from "../paths.ts";
import { mayDo, useSession } from "../session/session.ts";
import { IMPORTS, verdictsText } from "../words/imports.ts";
import { TITLES } from "../words/places.ts";
import { ImportButton } from "./import-button.tsx";
import type { Import } from "./imports.ts";
import { KindOfImports, PAGES, ROUTES, useKind } from "./kind.ts";
import { RunState } from "./result.tsx";

const { columns } = IMPORTS;
const EVERY_MS = 4_000;

/** The team's imports, newest first. */
export function ImportsPage() {
  const kind = useKind();
  const { list, changed } = PAGES[kind];
  const mayImport = mayDo(useSession(), changed, "write");
  return (
    <Page
      title={TITLES[list]}
      actions={
        <>
          <Link to={PATHS[changed]}>{TITLES[changed]}</Link>
          {mayImport && <ImportButton kind={kind} />}
        </>
      }
    >
      <Listing
        queryKey={["imports", kind]}
        read={(at) =>
          answered(api.GET(ROUTES[kind].all, { params: { query: { sort: "created_at:desc", ...at } } }))
        }
        items={({ imports }) => imports}
        none={<p>{kind === "contacts" ? IMPORTS.noneOfContacts : IMPORTS.none}</p>}
        everyMs={EVERY_MS}
      >
        {(imports) => (
          <ThingsTable
            name={TITLES[list]}
            things={imports}
            columns={{
              [columns.name]: ({ id, name }) => <Link to={pathOf(list, id)}>{name}</Link>,
              [columns.state]: (one) => <RunState of={one} />,
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

/** The team's imports of contacts, newest first. */
export const ContactImportsPage = () => (
  <KindOfImports value="contacts">
    <ImportsPage />
  </KindOfImports>
);
