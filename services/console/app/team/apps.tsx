import { answered } from "@jst/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas } from "../api.ts";
import { Ask } from "../parts/ask.tsx";
import { Failure } from "../parts/failure.tsx";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { reachOf } from "../words/words.ts";

const apps = ["connected-apps"] as const;

/** Apps and agents that act for members, and an end to it. */
export function Apps() {
  return (
    <Page title="Connected apps">
      <Listing
        queryKey={apps}
        read={(at) => answered(api.GET("/api/v1/connected-apps", { params: { query: at } }))}
        items={({ connected_apps: all }) => all}
        none={<p>No app is connected. An app is given the address of Connect an agent, and asks you.</p>}
      >
        {(all) => (
          <ul className="cards" aria-label="Apps">
            {all.map((app) => (
              <App key={app.id} app={app} />
            ))}
          </ul>
        )}
      </Listing>
    </Page>
  );
}

function App({ app }: { app: Schemas["ConnectedApp"] }) {
  const queries = useQueryClient();
  const disconnecting = useMutation({
    mutationFn: () =>
      answered(api.DELETE("/api/v1/connected-apps/{app_id}", { params: { path: { app_id: app.id } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: apps }),
  });
  const isActive = app.status === "active";
  return (
    <li className={isActive ? "card" : "card ended"}>
      <h2>{app.client_name}</h2>
      <p className="aside">
        {app.client_host}; for {app.member.email}; {reachOf(app)}
        {app.write_mode === "propose" && ", and only proposes what it writes"}; {app.status}, called{" "}
        {app.call_count} times
        {app.last_used_at !== null && (
          <>
            , last <Moment at={app.last_used_at} />
          </>
        )}
      </p>
      {disconnecting.error !== null && <Failure error={disconnecting.error} />}
      {isActive && (
        <Ask
          opens="Disconnect"
          title={`Disconnect ${app.client_name}?`}
          does="Disconnect"
          isDangerous
          onYes={() => disconnecting.mutate()}
        >
          <p>All its tokens end at once. What it has done stays; to come back it must ask a member anew.</p>
        </Ask>
      )}
    </li>
  );
}
