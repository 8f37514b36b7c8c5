// A process that works whenever it has the lease, for the test that kills it: node leased-main.ts URL LEASE
import { startLeased } from "../index.ts";

const [connectionString = "", lease = ""] = process.argv.slice(2);
const running = startLeased({
  connectionString,
  applicationName: "leased",
  lease,
  timeoutMs: 5_000,
  retryMs: 100,
  work: async (_session, stopped) => {
    process.send?.("working");
    await new Promise((resolve) => stopped.addEventListener("abort", resolve));
  },
  onFailure: () => process.send?.("failed"),
});
process.on("SIGTERM", () => void running.stop().then(() => process.disconnect()));
process.send?.("waiting");
