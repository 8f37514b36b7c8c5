import { answered } from "@jst/client";
import { Link } from "wouter";
import { api, type Schemas } from "../api.ts";
import { ActorName } from "../parts/actor-name.tsx";
import { Details } from "../parts/details.tsx";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { pathOf } from "../paths.ts";
import { TITLES } from "../words/places.ts";
import { DETAILS } from "../words/parts.ts";
import { AUDIT } from "../words/team.ts";
import { nounOf } from "../words/words.ts";
import { Verifying } from "./verifying.tsx";

const { columns } = AUDIT;

/** The page of the audit log, newest first. */
export function Audit() {
  return (
    <Page title={TITLES.audit}>
      <Verifying />
      <Listing
        queryKey={["audit"]}
        file={{ path: "/api/v1/audit" }}
        read={(at) => answered(api.GET("/api/v1/audit", { params: { query: at } }))}
        items={({ audit }) => audit}
        none={<p>{AUDIT.none}</p>}
      >
        {(entries) => (
          <ThingsTable
            name={AUDIT.entries}
            things={entries}
            columns={{
              [columns.what]: ({ action, resource }) => wordsOf(action, resource),
              [columns.who]: ({ actor, sponsor_id: sponsor }) => (
                <>
                  <ActorName of={actor} />
                  {sponsor !== undefined && (
                    <>
                      {AUDIT.mintedBy} <ActorName of={{ type: "member", id: sponsor }} />
                    </>
                  )}
                </>
              ),
              [columns.outcome]: ({ outcome, code, reason }) =>
                [outcome, code?.replaceAll("_", " "), reason].filter(Boolean).join(", "),
              [columns.when]: ({ created_at: at }) => <Moment at={at} />,
              [columns.of]: ({ changeset_id: changeset }) =>
                changeset !== undefined && <Link to={pathOf("approvals", changeset)}>{AUDIT.theChange}</Link>,
              [DETAILS.title]: (entry) => <Details of={detailsOf(entry)} />,
            }}
          />
        )}
      </Listing>
    </Page>
  );
}

const wordsOf = (action: string, resource: string) => `${nounOf(action)} ${nounOf(resource)}`;

const detailsOf = ({ id, resource_id, request_id }: Schemas["AuditEntry"]) => ({
  id,
  resource_id,
  request_id,
});
