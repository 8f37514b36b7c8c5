// The worker of undos of sets as a process of its own, which a test kills.
import { startUndoer } from "@jst/changes/undoer";
import { Database } from "@jst/db";
import { createLogger } from "@jst/telemetry";
import { resources } from "../resources.ts";

const [databaseUrl = "", connectionString = ""] = process.argv.slice(2);
startUndoer({
  ...{ service: "data", resources, connectionString },
  database: new Database({
    ...{ connectionString: databaseUrl, poolSize: 2, applicationName: "undoer", changesetPrefix: "data" },
  }),
  logger: createLogger("data", "error"),
});
process.stdout.write("started\n");
