import { answered } from "@jst/client";
import { api } from "../api.ts";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { ThingsTable } from "../parts/things-table.tsx";

/** Who is of the team, and what each may do. */
export function TeamMembers() {
  return (
    <Page title="Members">
      <Listing
        queryKey={["members"]}
        read={(at) => answered(api.GET("/api/v1/members", { params: { query: at } }))}
        items={({ members }) => members}
        none={<p>The team has no member.</p>}
      >
        {(members) => (
          <ThingsTable
            name="Members"
            things={members}
            columns={{
              "E-mail": ({ email }) => email,
              Name: ({ name }) => name,
              Role: ({ role }) => role,
              Since: ({ created_at: at }) => <Moment at={at} />,
            }}
          />
        )}
      </Listing>
    </Page>
  );
}
