import assert from "node:assert/strict";
import { test } from "node:test";
import { AppError } from "@jst/errors";
import { TEST_AUDIENCE, TestServices } from "@jst/testing";
import { testPeers } from "../testing/test-peers.ts";
import { testSource, type TestSource } from "../testing/test-source.ts";
import type { Grace } from "../asking/grace.ts";
import { ChangesetSources } from "./sources.ts";

const services = new TestServices(TEST_AUDIENCE);
const never = new Promise<never>(() => undefined);
const hop = (ms = 20_000) => ({ requestId: "r", deadline: Date.now() + ms });

const uuid = "0198f0a0-0000-7000-8000-000000000001";

/** Sources of one changeset each, asked with the grace; `missed` is what the operator is told. */
async function sourcesWith(grace: Grace) {
  const [crm, data] = await Promise.all([testSource("crm"), testSource("data")]);
  for (const source of [crm, data]) source.uuids = [uuid];
  const missed: string[] = [];
  const addresses = { crm: crm.address, data: data.address };
  const onMissing = (service: string, error: Error) =>
    void missed.push(`${service}: ${error instanceof AppError ? error.code : error.message}`);
  const peers = testPeers(addresses, services);
  const sources = new ChangesetSources(["crm", "data"], peers, { onMissing, grace });
  return { crm, data, missed, ask: (ms?: number) => sources.ask({ limit: 10 }, {}, hop(ms)) };
}

/** Holds the answers of the source until the answer says that it may. */
function hold(source: TestSource): () => void {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  source.held = promise;
  return () => resolve(undefined);
}

test("a service that never answers is missing once another has answered and the grace is over", async () => {
  const { crm, missed, ask } = await sourcesWith(() => Promise.resolve());
  crm.held = never;
  const { answered, missing } = await ask();
  assert.deepEqual([answered.map(({ service }) => service), missing], [["data"], ["crm"]]);
  // At the deadline it would be a timeout.
  assert.deepEqual(missed, ["crm: unavailable"]);
});

test("a service that answers within the grace is listed, and nobody waits for the grace to end", async () => {
  let release = (): void => undefined;
  let overs = 0;
  const { crm, ask } = await sourcesWith((over) => {
    over.addEventListener("abort", () => (overs += 1));
    release();
    return never;
  });
  release = hold(crm);
  const { answered, missing } = await ask();
  assert.deepEqual([answered.map(({ service }) => service), missing, overs], [["crm", "data"], [], 1]);
});

test("the grace begins with an answer, never with a service that cannot answer, and ends at the deadline", async () => {
  let begun = 0;
  const { crm, data, ask } = await sourcesWith(() => {
    begun += 1;
    return never;
  });
  crm.held = never;
  data.away = "stopped";
  await assert.rejects(ask(300), (error) => error instanceof AppError);
  assert.equal(begun, 0);
  delete data.away;
  assert.deepEqual([(await ask(1_500)).missing, begun], [["crm"], 1]);
});
