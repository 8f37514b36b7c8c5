import { answered } from "@jst/client";
import { Link } from "wouter";
import { api, type Schemas } from "../api.ts";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { New } from "../parts/new.tsx";
import { Page } from "../parts/page.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { pathOf } from "../paths.ts";
import { mayDo, useSession } from "../session/session.ts";
import { BASES } from "../words/library.ts";
import { TITLES } from "../words/places.ts";

const { columns, fields: labels } = BASES;

/** The team's knowledge bases. */
export function Bases() {
  const mayWrite = mayDo(useSession(), "bases", "write");
  return (
    <Page title={TITLES.bases} actions={mayWrite && <NewBase />}>
      <Listing
        queryKey={["bases"]}
        read={(at) => answered(api.GET("/api/v1/bases", { params: { query: at } }))}
        items={({ bases }) => bases}
        none={<p>{BASES.none}</p>}
      >
        {(bases) => (
          <ThingsTable
            name={TITLES.bases}
            things={bases}
            columns={{
              [columns.name]: ({ id, name }) => <Link to={pathOf("bases", id)}>{name}</Link>,
              [columns.description]: ({ description }) => description,
              [columns.blocks]: ({ block_count: count }) => count,
              [columns.changed]: ({ updated_at: at }) => <Moment at={at} />,
            }}
          />
        )}
      </Listing>
    </Page>
  );
}

function NewBase() {
  return (
    <New
      words={BASES}
      fields={[
        { name: "name", kind: "text", label: labels.name, isRequired: true },
        { name: "description", kind: "text", label: labels.description },
      ]}
      touches={[["bases"]]}
      send={(body: Schemas["BaseCreate"], header) =>
        answered(api.POST("/api/v1/bases", { params: { header }, body }))
      }
      at={{ list: "bases", id: ({ id }) => id }}
    />
  );
}
