import { answered } from "@jst/client";
import { Link } from "wouter";
import { api } from "../api.ts";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { pathOf } from "../paths.ts";
import { TITLES } from "../words/places.ts";
import { AUDIT } from "../words/team.ts";
import { actorOf } from "../words/words.ts";
import { Verifying } from "./verifying.tsx";

const { columns } = AUDIT;

/** The page of the audit log, newest first. */
export function Audit() {
  return (
    <Page title={TITLES.audit}>
      <Verifying />
      <Listing
        queryKey={["audit"]}
        read={(at) => answered(api.GET("/api/v1/audit", { params: { query: at } }))}
        items={({ audit }) => audit}
        none={<p>{AUDIT.none}</p>}
      >
        {(entries) => (
          <ThingsTable
            name={AUDIT.entries}
            things={entries}
            columns={{
              [columns.what]: ({ action, resource }) => `${action} ${resource}`,
              [columns.who]: ({ actor, sponsor_id: sponsor }) =>
                sponsor === undefined ? actorOf(actor) : AUDIT.mintedBy(actorOf(actor), sponsor),
              [columns.outcome]: ({ outcome, code, reason }) =>
                [outcome, code, reason].filter(Boolean).join(", "),
              [columns.when]: ({ created_at: at }) => <Moment at={at} />,
              [columns.of]: ({ resource_id: id, changeset_id: changeset }) =>
                changeset === undefined ? (
                  id
                ) : (
                  <Link to={pathOf("approvals", changeset)}>{id ?? AUDIT.theChange}</Link>
                ),
              [columns.request]: ({ request_id: request }) => <code>{request}</code>,
            }}
          />
        )}
      </Listing>
    </Page>
  );
}
