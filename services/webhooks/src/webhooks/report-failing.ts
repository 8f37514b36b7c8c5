import {
  startClock,
  systemContext,
  type Database,
  type LeasedSession,
  type Row,
  type RunningWork,
  type TeamTx,
} from "@jst/db";
import { publish } from "@jst/events";
import type { Logger } from "@jst/telemetry";
import { webhooks } from "./webhook.ts";
import { failures } from "../faults/unreached.ts";

/** Wait between two looks for endpoints that have begun to fail, or work again, and time limit of a statement. */
const PASS_MS = 5_000;
const TIMEOUT_MS = 10_000;

/** Starts the clock that reports endpoints. */
export function startReporting(
  workerUrl: string,
  database: Pick<Database, "write">,
  logger: Logger,
): RunningWork {
  return startClock({
    connectionString: workerUrl,
    applicationName: "webhooks_failing",
    lease: "webhooks failing endpoints",
    timeoutMs: TIMEOUT_MS,
    retryMs: PASS_MS,
    passMs: PASS_MS,
    pass: (session) => reportFailing(session, database),
    onFailure: (error) => logger.error({ error }, "failing endpoints could not be reported"),
  });
}

/** Endpoints that one pass reports. */
const REPORTED_MAX = 100;

/** Endpoint that began to fail, or works again. */
interface TurnedEndpoint extends Row {
  team_id: string;
  id: string;
  is_failing: boolean;
}

/**
 * Reports endpoints that have begun to fail, and those that work again, to the other endpoints of their teams
 * (events.failing). Returns true if there may be more.
 */
export async function reportFailing(
  session: Pick<LeasedSession, "query">,
  database: Pick<Database, "write">,
): Promise<boolean> {
  const turned = await session.query<TurnedEndpoint>({ text: findTurned, values: [REPORTED_MAX] });
  for (const { team_id: teamId, id, is_failing: isFailing } of turned)
    await database.write(systemContext(teamId, { requestId: "webhooks.failing" }), (tx) =>
      report(tx, id, isFailing),
    );
  return turned.length === REPORTED_MAX;
}

/** Stores what is known about the endpoint with the event: another pass finds it done. */
async function report(tx: TeamTx, id: string, isFailing: boolean): Promise<void> {
  const noted = await tx.query({
    text: isFailing
      ? "insert into webhooks.failing_endpoints (team_id, endpoint_id) values ($1, $2) on conflict do nothing returning endpoint_id"
      : "delete from webhooks.failing_endpoints where team_id = $1 and endpoint_id = $2 returning endpoint_id",
    values: [tx.context.teamId, id],
  });
  const [endpoint] = await tx.query<{ body: string }>(webhooks.store.find(tx.context.teamId, id));
  if (noted.length === 0 || endpoint === undefined) return;
  publish(tx, { type: isFailing ? "webhook.failing" : "webhook.recovered", id, object: endpoint.body });
}

const findTurned = `select e.team_id, e.id, f.endpoint_id is null as is_failing
  from endpoints e
  left join failing_endpoints f on f.team_id = e.team_id and f.endpoint_id = e.id
  cross join lateral (
    select coalesce(max(c.last_success_at), '-infinity') as arrived_at, max(c.last_failure_at) as failed_at
    from endpoint_counts c where c.team_id = e.team_id and c.endpoint_id = e.id
  ) known
  where e.deleted_at is null and case
    when f.endpoint_id is not null then known.arrived_at > f.found_at
    else e.enabled and known.failed_at > known.arrived_at and exists (${failures("", "known.arrived_at")})
  end
  limit $1`;
