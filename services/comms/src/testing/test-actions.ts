import { Database } from "@jst/db";
import { createLogger } from "@jst/telemetry";
import { capturing } from "../providers/provider.ts";
import { runningSchedule, startActions, type RunningActions } from "../rule-actions/action-runner.ts";
import { LiquidThread } from "../templates/liquid-thread.ts";
import { TEST_SECRETS, type TestComms } from "./test-comms.ts";

/** A runner of actions on the database of the service under test; its file stops it before anything else ends. */
export function testActions(
  { database, reached }: Pick<TestComms, "database" | "reached">,
  clockShiftMs: () => number = () => 0,
): RunningActions {
  const own = new Database({
    connectionString: database.urlOf("comms"),
    poolSize: 2,
    applicationName: "test",
    changesetPrefix: "comms",
  });
  const { auth, crm, data } = reached;
  const runner = startActions({
    ...{ auth, crm, data, database: own, routing: capturing, secrets: TEST_SECRETS, clockShiftMs },
    liquid: new LiquidThread(),
    connectionString: database.urlOf("comms_worker"),
    schedule: { ...runningSchedule, jitter: 0 },
    logger: createLogger("comms", "error"),
  });
  return {
    stop: async () => {
      await runner.stop();
      await own.close();
    },
  };
}
