import { randomBytes } from "node:crypto";
import type { PlatformFacts } from "../facts.ts";
import { platformClient } from "./platform-client.ts";
import type { ServerSettings } from "./settings.ts";

/** Makes the orders a collection of Directus, with a user who may read and create them. */
export async function prepareDirectus(server: ServerSettings): Promise<Omit<PlatformFacts, "password">> {
  const { password: adminToken } = new URL(server.connectionString);
  const token = randomBytes(18).toString("hex");
  const send = platformClient(server.port, { authorization: `Bearer ${adminToken}` });
  const create = async (path: string, body: object): Promise<string> =>
    (await send<{ data: { id: string } }>("POST", path, body)).data.id;
  // Its table is there already; from now on it is a collection whose writes are recorded.
  await send("PATCH", "collections/orders", { meta: { accountability: "all" } });
  // Rules by row need a licence, so its user may read and write for every team: less to do than the others have.
  const ofOrders = { collection: "orders", fields: ["*"], permissions: {} };
  const permissions = ["read", "create"].map((action) => ({ ...ofOrders, action }));
  const policy = await create("policies", { name: "Orders", permissions });
  const role = await create("roles", { name: "Orders", policies: [{ policy }] });
  await create("users", { email: "bench@example.com", role, token, status: "active" });
  return { token, rowsPath: "/items/orders" };
}
