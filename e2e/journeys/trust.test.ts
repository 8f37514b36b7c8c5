import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { jst, mintPersonal, newTeam } from "../src/fleet.ts";
import { send, type Answer } from "../src/http.ts";
import { ofAuthors } from "../src/classes.ts";
import { nameOf, registry, type Rpc } from "../src/registry.ts";
import { sampleOf } from "../src/samples.ts";
import { makeWorld, withdrawRun } from "../src/world.ts";
import { pathOf, type Ids } from "../src/path-ids.ts";

/** An undo is for owners at once, and for others a write (trust.undo): own-writes.test.ts. */
const isUndo = ({ method }: Rpc) => method === "UndoChangeset";

/** Effect of every write rpc on plain REST, per token type, as its proto declares it (trust.matrix). */
const writes = registry.filter(
  (rpc) =>
    !rpc.readOnly &&
    !isUndo(rpc) &&
    rpc.surface === "grpc" &&
    (rpc.access === "scope" || rpc.access === "authenticated"),
);

let service = "";
let human = "";
let breakGlass = "";
let ids: Ids = {};
before(async () => {
  const team = await newTeam("trust");
  service = team.token;
  human = await mintPersonal(team.slug, "human:owner");
  breakGlass = await mintPersonal(team.slug, "break_glass:admin");
  ids = await makeWorld(service, team.slug);
  await jst("config", "set", "--team", team.slug, "trust.rest", "queue");
});

function ask(rpc: Rpc, token: string): Promise<Answer> {
  const { verb = "POST", path = "" } = rpc.bindings[0] ?? {};
  const body = rpc.request === null ? {} : { body: sampleOf(rpc, ids) };
  return send({ method: verb, path: pathOf(path, ids), token, ...body });
}

const codeOf = ({ body }: Answer) => (body as { code?: string } | null)?.code;
const isQueued = ({ status, body }: Answer) =>
  status === 202 && (body as { queued?: boolean }).queued === true;

describe("every write of a person is", () => {
  const isRefused = ({ trust, method }: Rpc) => trust === "service_only" || ofAuthors.has(method);
  for (const rpc of writes.filter((one) => one.trust === "matrix" && !isRefused(one))) {
    test(`queued: ${nameOf(rpc)}`, async () => {
      for (const token of [human, breakGlass]) {
        const answer = await ask(rpc, token);
        assert.ok(isQueued(answer), `${answer.status} ${JSON.stringify(answer.body)}`);
        await withdrawRun(rpc, answer, { token });
      }
    });
  }
  for (const rpc of writes.filter(isRefused)) {
    test(`refused: ${nameOf(rpc)}`, async () => {
      for (const token of [human, breakGlass]) {
        const answer = await ask(rpc, token);
        assert.deepEqual([answer.status, codeOf(answer)], [403, "insufficient_scope"]);
      }
    });
  }
  for (const rpc of writes.filter(({ trust }) => trust === "direct")) {
    test(`never queued: ${nameOf(rpc)}`, async () => {
      for (const token of [human, breakGlass]) assert.ok(!isQueued(await ask(rpc, token)));
    });
  }
});

describe("no write of a service token is", () => {
  for (const rpc of writes) {
    test(`queued: ${nameOf(rpc)}`, async () => assert.ok(!isQueued(await ask(rpc, service))));
  }
});
