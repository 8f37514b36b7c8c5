import { Client } from "pg";
import type { Fleet } from "../../../dev/src/component.ts";
import { superuserUrl } from "../../../dev/src/components/postgres.ts";
import { createTeam } from "../../../dev/src/teams.ts";
import { benchPorts } from "../ports.ts";
import { mintTokens, post } from "../seed.ts";
import type { ThreefoldTeam } from "./plan.ts";

/** With three endpoints each, about a hundred. */
const teamCount = 34;
const feedTokenCount = 8;
const feedRows = 1_200;

/** Seed of the runs of deliveries. */
export interface DeliverySeed {
  threefold: ThreefoldTeam[];
  feedTokens: string[];
}

/** Teams with three endpoints for each contact, and one whose feed has several pages. */
export async function seedDeliveries(fleet: Fleet): Promise<DeliverySeed> {
  const threefold: ThreefoldTeam[] = [];
  for (let index = 0; index < teamCount; index += 1) {
    const { id, slug } = await createTeam(fleet, { slug: `bench-threefold-${index}` });
    const [token = ""] = await mintTokens(fleet, slug, 1);
    const endpoints = [];
    for (const path of [1, 2, 3].map((number) => `/${slug}/${number}`))
      endpoints.push({ path, secret: await createEndpoint(fleet, token, path) });
    threefold.push({ id, slug, token, endpoints });
  }
  return { threefold, feedTokens: await seedFeed(fleet) };
}

async function createEndpoint(fleet: Fleet, token: string, path: string): Promise<string> {
  const url = `http://127.0.0.1:${benchPorts(fleet.ports.gateway).sink}${path}`;
  const endpoint = await post(fleet, token, "/api/v1/webhooks", { url, events: ["contact.created"] });
  return String(endpoint["secret"]);
}

async function seedFeed(fleet: Fleet): Promise<string[]> {
  const { id, slug } = await createTeam(fleet, { slug: "bench-feed" });
  const tokens = await mintTokens(fleet, slug, feedTokenCount);
  await createEndpoint(fleet, tokens[0] ?? "", `/${slug}`);
  const client = new Client({ connectionString: superuserUrl(fleet, "jst") });
  await client.connect();
  try {
    await client.query(
      `insert into webhooks.deliveries (team_id, endpoint_id, event_id, type, payload, status, attempts,
         last_status_code, created_at, succeeded_at)
       select e.team_id, e.id, uuidv7(), 'contact.created', json_build_object(
           'id', uuidv7(), 'type', 'contact.created', 'api_version', 'v1', 'team_id', e.team_id, 'created_at', now(),
           'data', json_build_object('object', json_build_object('id', uuidv7(), 'first_name', 'Ada',
             'last_name', 'Number ' || n, 'email', 'ada.' || n || '@example.com', 'note', repeat('x', 300)))),
         'success', 1, 204, now() + n * interval '1 microsecond', now()
       from webhooks.endpoints e cross join generate_series(1, ${feedRows}) n where e.team_id = $1`,
      [id],
    );
    await client.query("analyze webhooks.deliveries");
  } finally {
    await client.end();
  }
  return tokens;
}
