import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { jst, newTeam } from "../src/fleet.ts";
import { codeOf, send, type Answer } from "../src/http.ts";
import { consoleHeaders, signedIn, type SignedIn } from "../src/sessions.ts";

/** A review by members who are signed in, and what ends while they are at it (review.members). */
const PACKETS = "/api/v1/console/review/packets";
let team = "";
let token = "";
let owner: SignedIn;
let ada: SignedIn;
before(async () => {
  ({ slug: team, token } = await newTeam("reviewing"));
  await jst("config", "set", "--team", team, "modules.review", "true");
  [owner, ada] = [await signedIn(team, "owner"), await signedIn(team, "member", "ada")];
});

const ask = (as: SignedIn, method: string, path: string, body?: object): Promise<Answer> =>
  send({ method, path, headers: consoleHeaders(as), ...(body === undefined ? {} : { body }) });

/** A packet that the reviewer is asked to sign. */
async function made(reviewer: SignedIn): Promise<string> {
  const body = { title: "Terms", reviewers: [{ email: reviewer.email }], items: [] };
  const answer = await ask(owner, "POST", PACKETS, body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return (answer.body as { id: string }).id;
}
const signature = { verdict: "approve", walkthrough_version: 1, sheet_version: 0 };
const sign = (as: SignedIn, packet: string) => ask(as, "POST", `${PACKETS}/${packet}/sign`, signature);
const signed = async (packet: string): Promise<number> => {
  const { body } = await send({ path: `/api/v1/review/packets/${packet}`, token });
  return (body as { readiness: { signed: number } }).readiness.signed;
};

test("signed by two windows at once a packet is signed once, and the audit log tells who did", async () => {
  const packet = await made(ada);
  const answers = await Promise.all(Array.from({ length: 8 }, () => sign(ada, packet)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array<number>(7).fill(409)]);
  assert.equal(await signed(packet), 1);
  type Entry = { action: string; resource_id: string; actor: { type: string } };
  const entries = await until("the signature is in the audit log", 60_000, async () => {
    const { body } = await send({ path: "/api/v1/audit?action=packet.sign", token });
    const found = (body as { audit: Entry[] }).audit.filter(({ resource_id: id }) => id === packet);
    return found.length > 0 ? found : undefined;
  });
  assert.deepEqual([entries.length, entries[0]?.actor.type], [1, "member"]);
});

test("a session that has ended, one whose role was lowered and one of who is removed sign nothing", async () => {
  const [cy, bo, dee] = [
    await signedIn(team, "member", "cy"),
    await signedIn(team, "member", "bo"),
    await signedIn(team, "member", "dee"),
  ];
  const [ofCy, ofBo, ofDee] = [await made(cy), await made(bo), await made(dee)];
  const out = await send({
    method: "POST",
    path: "/p/sign-out",
    headers: { ...consoleHeaders(cy), "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ csrf: cy.csrf }).toString(),
  });
  assert.equal(out.status, 303);
  assert.equal(codeOf(await sign(cy, ofCy)), "invalid_token");
  await jst("member", "add", "--team", team, "--email", bo.email, "--role", "viewer");
  // In force by the time that a write of the role is refused, which signs nothing.
  await until("the role is lowered", 10_000, async () =>
    codeOf(await ask(bo, "PATCH", `${PACKETS}/${ofBo}`, {})) === "viewer_read_only" ? true : undefined,
  );
  assert.equal(codeOf(await sign(bo, ofBo)), "viewer_read_only");
  await jst("member", "remove", "--team", team, "--email", dee.email);
  await until("the member is gone", 10_000, async () =>
    (await ask(dee, "GET", `/api/v1/review/packets/${ofDee}`)).status === 401 ? true : undefined,
  );
  assert.equal((await sign(dee, ofDee)).status, 401);
  for (const packet of [ofCy, ofBo, ofDee]) assert.equal(await signed(packet), 0);
});

test("while the module is off there is nothing to sign; another team's session finds no packet", async () => {
  const packet = await made(ada);
  const { slug } = await newTeam("reviewing-other");
  await jst("config", "set", "--team", slug, "modules.review", "true");
  const stranger = await signedIn(slug, "owner");
  await until("the other team has the module", 10_000, async () =>
    (await ask(stranger, "GET", "/api/v1/review/packets")).status === 200 ? true : undefined,
  );
  for (const [method, of, body] of [
    ["PATCH", "", {}],
    ["POST", "/bump", undefined],
    ["PUT", "/answers", { answers: {} }],
    ["POST", "/sign", signature],
  ] as const) {
    const answer = await ask(stranger, method, `${PACKETS}/${packet}${of}`, body);
    assert.deepEqual([answer.status, codeOf(answer)], [404, "not_found"], of);
  }
  await jst("config", "set", "--team", team, "modules.review", "false");
  await until("the module is off", 10_000, async () =>
    (await sign(owner, packet)).status === 404 ? true : undefined,
  );
  assert.equal((await sign(ada, packet)).status, 404);
  await jst("config", "set", "--team", team, "modules.review", "true");
  await until("the module is on", 10_000, async () =>
    (await send({ path: `/api/v1/review/packets/${packet}`, token })).status === 200 ? true : undefined,
  );
  assert.equal(await signed(packet), 0);
});
