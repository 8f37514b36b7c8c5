import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import { Act } from "../parts/act.tsx";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { TITLES } from "../words/places.ts";
import { APPS } from "../words/team.ts";
import { reachOf } from "../words/words.ts";

const apps = ["connected-apps"] as const;

/** Apps and agents that act for members, and an end to it. */
export function Apps() {
  return (
    <Page title={TITLES.apps}>
      <Listing
        queryKey={apps}
        read={(at) => answered(api.GET("/api/v1/connected-apps", { params: { query: at } }))}
        items={({ connected_apps: all }) => all}
        none={<p>{APPS.none}</p>}
      >
        {(all) => (
          <ul className="cards" aria-label={APPS.list}>
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
  const path = { app_id: app.id };
  const isActive = app.status === "active";
  return (
    <li className={isActive ? "card" : "card ended"}>
      <h2>{app.client_name}</h2>
      <p className="aside">
        {factsOf(app).join("; ")}
        {app.last_used_at !== null && (
          <>
            , {APPS.last} <Moment at={app.last_used_at} />
          </>
        )}
      </p>
      {isActive && (
        <Act
          words={APPS.disconnect(app.client_name)}
          isDangerous
          touches={[apps]}
          send={(header) =>
            answered(api.DELETE("/api/v1/connected-apps/{app_id}", { params: { path, header } }))
          }
        />
      )}
    </li>
  );
}

const factsOf = (app: Schemas["ConnectedApp"]): string[] => [
  app.client_host,
  APPS.for(app.member.email),
  reachOf(app),
  ...(app.write_mode === "propose" ? [APPS.proposes] : []),
  app.status,
  APPS.called(app.call_count),
];
