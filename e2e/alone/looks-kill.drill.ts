// Proves: services/emr/src/access libs/rpc/src/access-log.ts libs/events dev/src/supervisor
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { makeCharts } from "../src/charts.ts";
import { jst, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { allOf, killingTest, killWhile } from "../src/killing.ts";

const KILLS = 8;

interface Entry {
  request_id: string;
  status: number;
}
interface Chain {
  log: string;
  seq: number;
  broken: object | null;
}

test("emr is killed while charts are read: every answer has exactly its record", killingTest, async () => {
  const { slug, token } = await newTeam("looks-kill");
  for (const key of ["emr.enabled", "emr.labs.enabled"])
    await jst("config", "set", "--team", slug, `modules.${key}`, "true");
  const patient = await makeCharts(slug);
  const paths = [
    `patients/${patient}`,
    `patients/${patient}/labs`,
    `patients/${patient}/problems?limit=1`,
    `patients/${randomUUID()}`,
    "patients?q=sample",
    "patients?limit=none",
  ];
  const answered = new Map<string, number>();
  const odd: string[] = [];
  /** 503 is the gateway's where nobody answered: then nothing was shown. */
  const reading = (first: number) => {
    let next = first;
    return async () => {
      const path = paths[next++ % paths.length] ?? "";
      const answer = await send({ path: `/api/v1/emr/${path}`, token }).catch(() => undefined);
      if (answer === undefined || answer.status === 503 || answer.status === 504) return false;
      if (![200, 400, 404].includes(answer.status)) odd.push(`${path}: ${answer.status}`);
      answered.set(answer.headers.get("x-request-id") ?? "", answer.status);
      return true;
    };
  };
  const kills = await killWhile("emr", KILLS, [0, 1, 2, 3].map(reading));
  assert.deepEqual([odd, kills > 0, answered.size > 100], [[], true, true]);
  const entries = await allOf<Entry>(token, "audit?resource=emr", "audit");
  const recorded = Map.groupBy(entries, (entry) => entry.request_id);
  const faults = [...answered].filter(([id, status]) => {
    const own = recorded.get(id) ?? [];
    return own.length !== 1 || own[0]?.status !== status;
  });
  assert.deepEqual(faults, []);
  const { chains } = await jst<{ chains: Chain[] }>("audit", "verify", "--team", slug);
  const phi = chains.find(({ log }) => log === "phi");
  assert.equal(phi?.broken, null);
  // An unanswered access is on record as well.
  assert.ok(phi.seq >= answered.size);
});
