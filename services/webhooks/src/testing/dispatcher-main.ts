import { SecretBox } from "@jst/config";
// A dispatcher in a process of its own, to be killed. Its sealing key is that of testWebhooks.
import { SystemDatabase } from "@jst/db";
import { UrlGuard } from "@jst/jobs/outbound";
import { Dispatcher } from "../delivery/dispatcher.ts";
import { LineQueue, Queue } from "../delivery/queue.ts";
import { standardSchedule } from "../delivery/schedule.ts";
import { createLogger } from "@jst/telemetry";

const connectionString = process.argv[2] ?? "";
const database = new SystemDatabase({ connectionString, poolSize: 3, applicationName: "doomed" });
new Dispatcher({
  queue: new Queue(database),
  lines: new LineQueue(database),
  guard: new UrlGuard({ allowsLoopback: true, refusedHosts: [], refusedRanges: [] }, () =>
    Promise.resolve([]),
  ),
  secrets: new SecretBox({ current: "k1", keys: new Map([["k1", Buffer.alloc(32, 7)]]) }),
  schedule: standardSchedule,
  logger: createLogger("webhooks", "error"),
}).start();
