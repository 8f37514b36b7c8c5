import { instant } from "@jst/db";
import type { Client, InternalHandler } from "../../gen/rpc.ts";

/** Clients of one answer. */
const LISTED_MAX = 500;

/** Registered clients, newest first, with how much was granted to each (oauth.clients). */
export const listClients: InternalHandler<"ListClients"> = async ({ before }, { deps }) => ({
  body: {
    clients: await deps.operator.query<Client & Record<string, unknown>>({
      name: "oauth_clients.list",
      text: `select c.client_id, c.name as client_name, c.redirect_uris, ${instant("c.created_at")} as created_at,
          (select count(*)::int from auth.grants g where g.client_id = c.client_id and g.ended_at is null) as grants
        from auth.oauth_clients c
        where $1::text is null or (c.created_at, c.client_id) <
          (select l.created_at, l.client_id from auth.oauth_clients l where l.client_id = $1)
        order by c.created_at desc, c.client_id desc limit ${LISTED_MAX}`,
      values: [before ?? null],
    }),
  },
});
