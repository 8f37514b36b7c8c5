import type { PlatformFacts } from "../facts.ts";
import { nocodbAdmin, nocodbConnection } from "./nocodb-settings.ts";
import { platformClient } from "./platform-client.ts";
import type { ServerSettings } from "./settings.ts";

/** Makes the orders a table of a base of NocoDB, with a user who may read and write its rows. */
export async function prepareNocodb(server: ServerSettings): Promise<Omit<PlatformFacts, "password">> {
  const { port } = server;
  const anyone = platformClient(port);
  const admin = nocodbAdmin(server);
  const { token: session } = await anyone<{ token: string }>("POST", "api/v1/auth/user/signin", admin);
  const send = platformClient(port, { "xc-auth": session });
  const config = nocodbConnection(server);
  const database = { title: "Orders", type: "database", sub_type: config.client, config };
  const integration = await send<{ id: string }>("POST", "api/v2/meta/integrations", database);
  const source = {
    type: config.client,
    alias: "orders",
    fk_integration_id: integration.id,
    config: { searchPath: ["nocodb"] },
    inflection_column: "none",
    inflection_table: "none",
  };
  const newBase = { title: "Orders", external: true, sources: [source] };
  const base = await send<{ id: string }>("POST", "api/v2/meta/bases", newBase);
  const { list } = await send<{ list: { id: string }[] }>("GET", `api/v2/meta/bases/${base.id}/tables`);
  const email = "bench@example.com";
  const account = { email, password: admin.password };
  const { token: own } = await anyone<{ token: string }>("POST", "api/v1/auth/user/signup", account);
  await send("POST", `api/v2/meta/bases/${base.id}/users`, { email, roles: "editor" });
  const asEditor = platformClient(port, { "xc-auth": own });
  const { token } = await asEditor<{ token: string }>("POST", "api/v1/tokens", { description: "bench" });
  return { token, rowsPath: `/api/v2/tables/${list[0]?.id ?? ""}/records` };
}
