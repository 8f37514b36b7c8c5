import "@jst/telemetry/preload";
import { test } from "node:test";
import { PostgresProxy, shownMetrics, until } from "@jst/testing";
import { prefixOf, producing } from "./testing/producing.ts";

const agesShown = async () => /^outbox_(?:oldest|held)_age\{/m.test(await shownMetrics());

test("a relay that cannot reach its database any more shows no age of its oldest event", async () => {
  const { test: database, start } = await producing(prefixOf());
  const proxy = await PostgresProxy.to(database.urlOf("crm_relay"));
  start(proxy.url);
  await until("it shows the ages", 30_000, async () => ((await agesShown()) ? true : undefined));
  await proxy.close();
  await until("it shows none", 30_000, async () => ((await agesShown()) ? undefined : true));
});
