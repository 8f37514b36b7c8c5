// The worker of digests as a process of its own, which a test kills.
import { SecretBox } from "@jst/config";
import { Database } from "@jst/db";
import { createLogger } from "@jst/telemetry";
import { startDigests } from "../digests/digest-worker.ts";
import { capturing } from "../providers/provider.ts";

const [databaseUrl = "", workerUrl = "", shiftMs = "0"] = process.argv.slice(2);
const brand = { name: "Acme", logo: null, favicon: null, primary_color: null };
startDigests({
  database: new Database({
    ...{ connectionString: databaseUrl, poolSize: 4, applicationName: "digests" },
    changesetPrefix: "comms",
  }),
  connectionString: workerUrl,
  auth: {
    findMembers: ({ ids }) =>
      Promise.resolve({ members: ids.map((id) => ({ id, role: "member", suspended: false })) }),
    findHosts: ({ ids }) =>
      Promise.resolve({ hosts: ids.map((id) => ({ id, email: `${id}@example.com`, name: id })) }),
  },
  teams: {
    find: (team_id) => Promise.resolve({ team_id, slug: "acme", modules: [], brand, timezone: "UTC" }),
  },
  routing: capturing,
  fleetMail: undefined,
  secrets: new SecretBox({ current: "k1", keys: new Map([["k1", Buffer.alloc(32, 7)]]) }),
  clockShiftMs: () => Number(shiftMs),
  logger: createLogger("comms", "error"),
});
process.stdout.write("started\n");
