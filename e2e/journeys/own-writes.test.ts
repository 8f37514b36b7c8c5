import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { mintPersonal, newTeam } from "../src/fleet.ts";
import { codeOf, send, type Answer } from "../src/http.ts";
import { consoleHeaders, signedIn } from "../src/sessions.ts";

type Credentials = { token: string } | { headers: Record<string, string> };

function call(who: Credentials, method: string, path: string, body?: unknown): Promise<Answer> {
  return send({ method, path: `/api/v1/${path}`, ...who, ...(body === undefined ? {} : { body }) });
}

const atConsole = async (slug: string, role: string): Promise<Credentials> => ({
  headers: consoleHeaders(await signedIn(slug, role)),
});

const wordOf = (answer: Answer): string => `${answer.status} ${codeOf(answer) ?? ""}`.trim();
const changesetOf = ({ body, headers }: Answer): string =>
  (body as { changeset_id?: string }).changeset_id ?? headers.get("x-changeset-id") ?? "";
const undo = (who: Credentials, id: string, body?: object) =>
  call(who, "POST", `changesets/${id}/undo`, body);

test("a member who is signed in writes and undoes at once, until the team has members wait", async () => {
  const { slug, token } = await newTeam("own-writes");
  const [owner, member] = [await atConsole(slug, "owner"), await atConsole(slug, "member")];
  const made = await call(member, "POST", "contacts", { first_name: "Ada" });
  assert.equal(made.status, 201);
  assert.equal(wordOf(await undo(member, changesetOf(made), { force: true })), "403 insufficient_scope");
  assert.equal(wordOf(await undo({ token }, changesetOf(made))), "403 insufficient_scope");
  assert.equal((await undo(member, changesetOf(made))).status, 200);
  const kept = await call(member, "POST", "contacts", { first_name: "Bo" });
  assert.equal((await call(owner, "PATCH", "settings/trust.console", { value: "queue" })).status, 200);
  await until("a member's write waits", 20_000, async () =>
    (await call(member, "POST", "contacts", { first_name: "Cy" })).status === 202 ? true : undefined,
  );
  assert.equal((await call(owner, "POST", "contacts", { first_name: "Di" })).status, 201);
  const waiting = await undo(member, changesetOf(kept));
  assert.equal(waiting.status, 202);
  const own = changesetOf(waiting);
  const proposed = (await call(member, "GET", `changesets/${own}`)).body as {
    undo_of: string;
    summary: string;
  };
  assert.deepEqual([proposed.undo_of, proposed.summary], [changesetOf(kept), "Undo: Create contact Bo"]);
  assert.equal((await call(owner, "POST", `changesets/${own}/approve`)).status, 200);
  const { id } = kept.body as { id: string };
  const contact = (await call(owner, "GET", `contacts/${id}`)).body as { archived_at: string | null };
  assert.equal(typeof contact.archived_at, "string");
});

test("a lone owner decides on what the own key proposed, until a second admin is there", async () => {
  const { slug } = await newTeam("alone");
  const owner = await atConsole(slug, "owner");
  const key = { token: await mintPersonal(slug, "human:owner:console") };
  const propose = async () => {
    const answer = await call(key, "POST", "contacts", { first_name: "Ada" });
    assert.equal(answer.status, 202);
    return changesetOf(answer);
  };
  const ids: string[] = [];
  for (let n = 0; n < 12; n += 1) ids.push(await propose());
  const approve = (who: Credentials, id: string) => call(who, "POST", `changesets/${id}/approve`);
  const [first = "", ...others] = ids;
  assert.equal(wordOf(await approve(key, first)), "403 insufficient_scope");
  const approved = await approve(owner, first);
  assert.deepEqual([approved.status, (approved.body as { self?: boolean }).self], [200, true]);
  const late = others.splice(0, 3);
  const sent = others.map((id) => approve(owner, id));
  const email = `second@${slug}.test`;
  assert.equal((await call(owner, "POST", "members", { email, role: "admin", notify: false })).status, 201);
  for (const id of late) assert.equal(wordOf(await approve(owner, id)), "403 insufficient_scope");
  for (const [place, answer] of (await Promise.all(sent)).entries()) {
    const { status } = (await call(owner, "GET", `changesets/${others[place]}`)).body as { status: string };
    assert.deepEqual(
      [wordOf(answer), status],
      answer.status === 200 ? ["200", "executed"] : ["403 insufficient_scope", "queued"],
    );
  }
  await until("the audit log says that the owner decided alone", 20_000, async () => {
    const { body } = await call(owner, "GET", "audit?action=changeset.approve&limit=200");
    const { audit } = body as { audit: { resource_id: string; self?: boolean }[] };
    return audit.find((entry) => entry.resource_id === first)?.self;
  });
});
