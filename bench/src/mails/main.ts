import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import type { Fleet } from "../../../dev/src/component.ts";
import { superuserUrl } from "../../../dev/src/components/postgres.ts";
import { baseUrl } from "../../../dev/src/components/service.ts";
import { commsRpc } from "../../../dev/src/jst/comms.ts";
import { callOperator } from "../../../dev/src/operator.ts";
import { until } from "../../../dev/src/process/until.ts";
import type { Progress } from "../../../dev/src/progress.ts";
import { createTeam } from "../../../dev/src/teams.ts";
import type { BenchSettings } from "../config.ts";
import { mintTokens } from "../seed.ts";
import { verdict, type Verdict } from "../verdicts.ts";
import { fillQueue } from "./backlog.ts";
import { startMailServer, type MailServer } from "./mail-server.ts";

const watched = "Watched ";
const rateMin = 200;
const waitMaxMs = 2_000;
const warmCount = 2_000;
const limitMs = 600_000;
/** Settings are in force after five seconds. */
const settingsMs = 6_000;
const everyMs = 500;

/** A fleet that runs. */
export interface RunningMails {
  fleet: Fleet;
  settings: BenchSettings;
}

/** Sends a backlog of one team through SMTP, while another team's messages want to go out (comms.shares). */
export async function runMails(
  { fleet, settings }: RunningMails,
  progress: Progress,
  print: (text: string) => void,
): Promise<Verdict[]> {
  if (!settings.scenarios.includes("mails")) return [];
  const server = await startMailServer(watched);
  const client = new Client({ connectionString: superuserUrl(fleet, "jst") });
  await client.connect();
  try {
    const [many, other] = await Promise.all([
      teamWith(fleet, "many", server),
      teamWith(fleet, "few", server),
    ]);
    const [token = ""] = await mintTokens(fleet, other.slug, 1);
    await delay(settingsMs);
    await progress.step("sending the first mails", () => drained(client, server, many.id, warmCount));
    const backlog = settings.backlog;
    const [elapsedMs, waits] = await progress.step(`sending ${backlog} mails`, () =>
      besides(drained(client, server, many.id, backlog), () => waitOf(fleet, token, server)),
    );
    const rate = (backlog * 1_000) / elapsedMs;
    const longest = Math.max(...waits);
    print(
      `\n${backlog} mails of one team: ${rate.toFixed(0)} a second; ${waits.length} of another team meanwhile, ` +
        `the slowest after ${longest.toFixed(0)} ms`,
    );
    return [
      verdict(rate >= rateMin, `mails through SMTP: ${rate.toFixed(0)} a second, asked for >= ${rateMin}`),
      verdict(
        longest <= waitMaxMs,
        `another team's mails meanwhile: at most ${longest.toFixed(0)} ms until they arrive, asked for <= ${waitMaxMs}`,
      ),
    ];
  } finally {
    await client.end();
    await server.close();
  }
}

/** A team that sends through the server. */
async function teamWith(
  fleet: Fleet,
  name: string,
  { port }: MailServer,
): Promise<{ id: string; slug: string }> {
  const team = await createTeam(fleet, { slug: `bench-mails-${name}-${Date.now().toString(36)}` });
  const values = {
    "comms.email.from": "bench@example.org",
    "comms.email.smtp_url": `smtp://127.0.0.1:${port}`,
    "comms.email.provider": "smtp",
  };
  for (const [key, value] of Object.entries(values))
    await callOperator(fleet, commsRpc("SetSetting"), { team_id: team.id, key, value });
  return team;
}

/** Milliseconds from when the messages wait until the server has them all. */
async function drained(client: Client, server: MailServer, teamId: string, count: number): Promise<number> {
  const before = server.count();
  await fillQueue(client, teamId, count);
  const startMs = performance.now();
  if (!(await until(() => server.count() >= before + count, limitMs)))
    throw new Error(`Of ${count} mails ${server.count() - before} have arrived.`);
  return performance.now() - startMs;
}

/** Does the other work again and again until the first is done; answers what both answered. */
async function besides<T, U>(work: Promise<T>, other: () => Promise<U>): Promise<[T, U[]]> {
  const over = new AbortController();
  const watching = work.finally(() => over.abort());
  const results: U[] = [];
  while (!over.signal.aborted) {
    results.push(await other());
    await delay(everyMs);
  }
  return [await watching, results];
}

let sent = 0;

/** Milliseconds from the acceptance of a message until the server has it. */
async function waitOf(fleet: Fleet, token: string, server: MailServer): Promise<number> {
  const subject = `${watched}${(sent += 1)}`;
  const body = { to: "few@example.org", channel: "email", purpose: "transactional", subject, text: "One." };
  const response = await fetch(`${baseUrl(fleet)}/api/v1/comms/send`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 202) throw new Error(`POST /comms/send was answered ${response.status} ${text}`);
  const startMs = performance.now();
  if (!(await until(() => server.arrivedAt(subject) !== undefined, limitMs)))
    throw new Error(`${subject} does not arrive.`);
  return (server.arrivedAt(subject) ?? startMs) - startMs;
}
