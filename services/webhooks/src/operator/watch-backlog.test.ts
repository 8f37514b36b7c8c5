import "@jst/telemetry/preload";
import { createLogger } from "@jst/telemetry";
import { PostgresProxy, shownMetrics, testDatabase, until } from "@jst/testing";
import { after, test } from "node:test";
import { operatorDeps } from "./operator-deps.ts";
import { watchBacklog } from "./watch-backlog.ts";

const logger = createLogger("webhooks", "error");
const backlogShown = async () => /^webhooks_backlog(?:_oldest_age)?[ {]/m.test(await shownMetrics());

test("a worker that cannot count the backlog any more shows none", async () => {
  const database = await testDatabase("webhooks");
  const proxy = await PostgresProxy.to(database.urlOf("webhooks_worker"));
  const noIntake = { brokers: { addresses: "" }, groupId: "", topics: [], logger };
  const watching = watchBacklog(operatorDeps(proxy.url, noIntake), logger, 20);
  after(() => watching.stop());
  await until("it shows the backlog", 30_000, async () => ((await backlogShown()) ? true : undefined));
  await proxy.close();
  await until("it shows none", 30_000, async () => ((await backlogShown()) ? undefined : true));
});
