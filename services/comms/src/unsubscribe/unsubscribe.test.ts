import assert from "node:assert/strict";
import { after, test } from "node:test";
import { testCaller } from "@jst/testing";
import { testComms } from "../testing/test-comms.ts";
import { testNews } from "../testing/test-news.ts";
import { testSender } from "../testing/test-sender.ts";

let stop = (): Promise<void> => Promise.resolve();
after(() => stop());
const comms = await testComms();
const sender = testSender(comms.database);
stop = () => sender.stop();
const { agree, newNews, ask, records, statuses } = testNews(comms);

const multipart = new FormData();
multipart.set("List-Unsubscribe", "One-Click");
const json = { "content-type": "application/json" };
const bodies: Record<string, RequestInit> = {
  "one click": { body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) },
  "one click in parts": { body: multipart },
  nothing: {},
  "a body of no type": { body: Buffer.from([0, 255, 128]) },
  "what is no JSON": { body: "{", headers: json },
  "what is not packed": { body: "x", headers: { "content-encoding": "gzip" } },
  "two megabytes": { body: "x".repeat(2 * 1_048_576) },
};

test("any POST opts out at once: 200, no redirect, no cookie, whatever is sent along", async () => {
  for (const [name, init] of Object.entries(bodies)) {
    const { caller, path, id } = await newNews("Ada+news@Bücher.example");
    const reply = await ask(path, { method: "POST", ...init });
    assert.equal(reply.status, 200, name);
    assert.deepEqual([reply.headers.get("location"), reply.headers.get("set-cookie")], [null, null], name);
    assert.match(await reply.text(), /You are unsubscribed/);
    const [record, ...before] = await records(caller);
    assert.equal(before.length, 1, name);
    assert.deepEqual(
      { ...record, id: "", at: "", created_at: "", updated_at: "" },
      {
        id: "",
        at: "",
        created_at: "",
        updated_at: "",
        address: "ada+news@xn--bcher-kva.example",
        contact_id: null,
        channel: "email",
        purpose: "marketing",
        status: "opted_out",
        basis: null,
        source: "unsubscribe",
        evidence: { message_id: id },
        created_by: { type: "system", id: null },
        version: 1,
      },
    );
  }
});

test("again it is 200 and no second record, and the gate lets no more marketing pass", async () => {
  const { caller, path } = await newNews();
  for (let count = 0; count < 3; count += 1) assert.equal((await ask(path, { method: "POST" })).status, 200);
  assert.deepEqual(await statuses(caller), ["opted_out", "opted_in"]);
  const mail = { to: "ada@example.com", subject: "News", text: "More is new." };
  const send = (purpose: string) => comms.door.call("SendMessage", { caller, body: { ...mail, purpose } });
  const refused = await send("marketing");
  assert.deepEqual([refused.status, refused.body.code], [422, "recipient_opted_out"]);
  assert.equal((await send("transactional")).status, 202);
});

test("a later opt-in counts again, and so does the same address after it", async () => {
  const { caller, path } = await newNews();
  await ask(path, { method: "POST" });
  await agree(caller, "ada@example.com");
  assert.deepEqual((await statuses(caller))[0], "opted_in");
  assert.equal((await ask(path, { method: "POST" })).status, 200);
  assert.deepEqual(await statuses(caller), ["opted_out", "opted_in", "opted_out", "opted_in"]);
});

test("it is the team's and the address's own: another team and another reader stay opted in", async () => {
  const { caller, path } = await newNews();
  const [other, stranger] = [await newNews("bo@example.com", caller), await newNews("ada@example.com")];
  await ask(path, { method: "POST" });
  const standing = (await records(caller)).map(({ address, status }) => [address, status].join(" "));
  assert.deepEqual(standing, [
    "ada@example.com opted_out",
    "bo@example.com opted_in",
    "ada@example.com opted_in",
  ]);
  assert.deepEqual(await statuses(stranger.caller), ["opted_in"]);
  assert.equal((await ask(other.path)).status, 200);
});

test("it works with every module off, and of a team that auth does not know", async () => {
  const brand = { name: "Acme Ltd", logo: null, favicon: null, primary_color: null };
  const known = testCaller();
  const { team_id } = known;
  comms.teams.set(team_id, { team_id, slug: "acme", modules: [], brand, timezone: "UTC" });
  for (const caller of [known, testCaller()]) {
    const { path } = await newNews("ada@example.com", caller);
    const reply = await ask(path, { method: "POST" });
    assert.match(await reply.text(), caller === known ? /from Acme Ltd by/ : /from this sender by/);
    assert.deepEqual(await statuses(caller), ["opted_out", "opted_in"]);
  }
});

test("who posts a known secret is never held up; who guesses is, after 30 in a minute", async () => {
  const { path } = await newNews();
  const from = (source: string) => ({ method: "POST", headers: { "x-forwarded-for": source } });
  const guess = () => ask(`/p/unsubscribe/${"A".repeat(43)}`, from("192.0.2.1"));
  for (let count = 0; count < 30; count += 1) assert.equal((await guess()).status, 404);
  const refused = await guess();
  assert.equal(refused.status, 429);
  assert.match(refused.headers.get("retry-after") ?? "", /^\d+$/);
  for (let count = 0; count < 40; count += 1) assert.equal((await ask(path, from("192.0.2.1"))).status, 200);
  assert.equal((await ask(`/p/unsubscribe/${"A".repeat(43)}`, from("192.0.2.2"))).status, 404);
});
