import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import type { Field } from "../parts/fields.ts";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { New } from "../parts/new.tsx";
import { Page } from "../parts/page.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { CONSENTS, MESSAGES } from "../words/messages.ts";
import { TITLES } from "../words/places.ts";

const { columns, fields: labels, states, bases } = CONSENTS;
const { channels } = MESSAGES;

/** The page of consents, given and withdrawn. The history stays; the last record counts. */
export function Consents() {
  const mayWrite = mayDo(useSession(), "comms", "write");
  return (
    <Page title={TITLES.consents} actions={mayWrite && <NewConsent />}>
      <Listing
        queryKey={["consents"]}
        file={{ path: "/api/v1/comms/consents" }}
        read={(at) => answered(api.GET("/api/v1/comms/consents", { params: { query: at } }))}
        items={({ consents }) => consents}
        none={<p>{CONSENTS.none}</p>}
      >
        {(consents) => (
          <ThingsTable
            name={TITLES.consents}
            things={consents}
            columns={{
              [columns.who]: ({ address }) => address,
              [columns.state]: ({ status }) => states[status],
              [columns.purpose]: ({ purpose }) => CONSENTS.purposes[purpose],
              [columns.channel]: ({ channel }) => channels[channel],
              [columns.source]: ({ source }) => source,
              [columns.when]: ({ created_at: at }) => <Moment at={at} />,
            }}
          />
        )}
      </Listing>
    </Page>
  );
}

const fields: readonly Field<Schemas["ConsentCreate"]>[] = [
  { name: "address", kind: "text", label: labels.address, isRequired: true },
  { name: "channel", kind: "choice", label: labels.channel, choices: channels, isRequired: true },
  { name: "purpose", kind: "choice", label: labels.purpose, choices: CONSENTS.purposes, isRequired: true },
  { name: "status", kind: "choice", label: labels.status, choices: CONSENTS.said, isRequired: true },
  { name: "basis", kind: "choice", label: labels.basis, choices: bases },
  { name: "source", kind: "text", label: labels.source, isRequired: true },
];

function NewConsent() {
  return (
    <New
      words={CONSENTS}
      fields={fields}
      touches={[["consents"]]}
      send={(body: Schemas["ConsentCreate"], header) =>
        answered(api.POST("/api/v1/comms/consents", { params: { header }, body }))
      }
    />
  );
}
