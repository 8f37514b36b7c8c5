import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Fleet } from "../../../dev/src/component.ts";
import type { Progress } from "../../../dev/src/progress.ts";
import { createTeam } from "../../../dev/src/teams.ts";
import type { BenchSettings } from "../config.ts";
import { median } from "../spread.ts";
import { mintTokens, post } from "../seed.ts";
import { verdict, type Verdict } from "../verdicts.ts";
import { sendLoad, type Load } from "./requests.ts";

/** Most that a neighbour's load makes a read of another team slower. */
const SLOWER_MAX = 3;
const MEASURE_MS = 8_000;
const WARM_MS = 2_000;

/** Load of one team or of no team, and the read of another team that it may slow down. */
interface Attack {
  name: string;
  load: Load;
}

/** Sets the reads of one team alone against those beside the heaviest calls of another (operation.neighbours). */
export async function runNeighbours(
  { fleet, settings }: { fleet: Fleet; settings: Pick<BenchSettings, "scenarios"> },
  progress: Progress,
  print: (text: string) => void,
): Promise<Verdict[]> {
  if (!settings.scenarios.includes("neighbours")) return [];
  const { attacks, read } = await progress.step("making two teams", () => seedNeighbours(fleet));
  await p50Of(read, WARM_MS);
  const verdicts: Verdict[] = [];
  for (const { name, load } of attacks) {
    const alone = await p50Of(read, MEASURE_MS);
    const { p50, replies } = await progress.step(`reading beside ${name}`, () => beside(load, read));
    const text = `p50 ${alone.toFixed(1)} ms alone, ${p50.toFixed(1)} ms beside ${load.clients} clients of ${name}`;
    print(`\n${text}; these got ${JSON.stringify(replies)} in ${(WARM_MS + MEASURE_MS) / 1_000} s`);
    verdicts.push(verdict(p50 <= SLOWER_MAX * alone, `${text}, asked for <= ${SLOWER_MAX}x`));
  }
  return verdicts;
}

async function beside(load: Load, read: Load): Promise<{ p50: number; replies: unknown }> {
  const worker = new Worker(new URL("./attack-worker.ts", import.meta.url), { workerData: load });
  await once(worker, "online");
  await p50Of(read, WARM_MS);
  const p50 = await p50Of(read, MEASURE_MS);
  const ended = once(worker, "message");
  worker.postMessage("end");
  const [replies] = (await ended) as [unknown];
  return { p50, replies };
}

async function p50Of(read: Load, ms: number): Promise<number> {
  const endMs = performance.now() + ms;
  const times = await sendLoad(read, () => performance.now() > endMs);
  if ([...times.keys()].some((status) => status !== 200))
    throw new Error(`A read was answered ${[...times.keys()].join(", ")}.`);
  return median(times.get(200) ?? []);
}

/** A team with the dearest documents that there are, and one that reads its own. */
async function seedNeighbours(fleet: Fleet): Promise<{ attacks: Attack[]; read: Load }> {
  const port = fleet.ports.gateway;
  const run = Date.now().toString(36);
  const [first = "", second = ""] = await Promise.all(
    ["a", "r"].map(async (name) => {
      const { slug } = await createTeam(fleet, { slug: `bench-neighbour-${name}-${run}` });
      return (await mintTokens(fleet, slug, 1))[0] ?? "";
    }),
  );
  const invoice = await invoices(fleet, first);
  const wide = await invoice("wörd ".repeat(96));
  const long = await invoice("a\n".repeat(249));
  const own = await invoices(fleet, second);
  for (let at = 0; at < 3; at += 1) await own("Work");
  const by = (token: string) => ({ authorization: `Bearer ${token}` });
  const pdf = (id: string, clients: number): Load => ({
    ...{ port, clients, path: `/api/v1/commerce/invoices/${id}/pdf`, headers: by(first) },
  });
  const openapi = {
    ...{ port, clients: 8, path: "/api/.well-known/openapi.json", headers: { "accept-encoding": "gzip" } },
  };
  return {
    attacks: [
      { name: "PDFs of 100 lines of 249 lines", load: pdf(long, 12) },
      { name: "PDFs of 100 lines of 480 characters", load: pdf(wide, 6) },
      { name: "the OpenAPI description", load: openapi },
    ],
    read: { port, clients: 1, path: "/api/v1/commerce/invoices?limit=2", headers: by(second) },
  };
}

/** Makes invoices of 100 lines of a team, and answers their ids. */
async function invoices(fleet: Fleet, token: string): Promise<(description: string) => Promise<string>> {
  const contact = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.org" };
  const contact_id = String((await post(fleet, token, "/api/v1/contacts", contact))["id"]);
  return async (description) => {
    const line_items = Array.from({ length: 100 }, () => ({ description, unit_amount: 100 }));
    const asked = { contact_id, currency: "EUR", line_items };
    return String((await post(fleet, token, "/api/v1/commerce/invoices", asked))["id"]);
  };
}
