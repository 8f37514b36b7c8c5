import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { jst, jstProgram, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";

/** A review from its first draft to its end, by the operator in place of the members (review.members-alone). */
const folder = mkdtempSync(path.join(tmpdir(), "review-"));
after(() => {
  rmSync(folder, { recursive: true });
});
const fileOf = (name: string, value: unknown): string => {
  const file = path.join(folder, name);
  writeFileSync(file, typeof value === "string" ? value : JSON.stringify(value));
  return file;
};

const { slug, token } = await newTeam("review");
await jst("config", "set", "--team", slug, "modules.review", "true");
const [ada, bo] = [`ada@${slug}.test`, `bo@${slug}.test`];
for (const email of [ada, bo])
  await jst("member", "add", "--team", slug, "--email", email, "--role", "member");
const review = (name: string, ...args: string[]) =>
  jst<{ id: string }>("review", name, "--team", slug, ...args);
const read = async (packet: string, of = "") => {
  const answer = await send({ path: `/api/v1/review/packets/${packet}${of}`, token });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body as Record<string, unknown>;
};

test("a packet is made, answered, signed, bumped, signed again and closed from the command line", async () => {
  const draft = {
    title: "Terms",
    reviewers: [{ email: ada }, { email: bo, required: false }],
    items: [{ prompt: "Why?", type: "text" }],
  };
  const { id } = await jstProgram<{ id: string }>(
    "review",
    "create",
    "--team",
    slug,
    fileOf("packet.json", draft),
  );
  const { items } = (await read(id, "/answers")) as { items: { id: string }[] };
  const answers = fileOf("answers.json", { [items[0]?.id ?? ""]: "Because." });
  const at = ["--packet", id];
  assert.deepEqual(await review("answer", ...at, "--reviewer", bo, answers), { id });
  await review("sign", ...at, "--reviewer", bo, "--verdict", "request_changes", "--note", "Shorter.");
  assert.equal((await read(id))["status"], "changes_requested");
  await review("bump", ...at);
  await review("sign", ...at, "--reviewer", ada, "--verdict", "approve");
  const { status, walkthrough_version: version } = await read(id);
  assert.deepEqual([status, version], ["approved", 2]);
  const { verdicts, answer_sheets: sheets } = (await read(id, "/answers")) as Record<
    string,
    Record<string, unknown>[]
  >;
  assert.deepEqual(
    verdicts?.map((one) => one["status"]),
    ["signed", "stale"],
  );
  assert.deepEqual(
    sheets?.map((one) => one["answeredCount"]),
    [1],
  );
  await review("edit", ...at, "--status", "closed");
  for (const refused of [
    ["bump", ...at],
    ["sign", ...at, "--reviewer", ada, "--verdict", "abstain"],
    ["answer", ...at, "--reviewer", ada, answers],
  ]) {
    const ended = jstProgram("review", refused[0] ?? "", "--team", slug, ...refused.slice(1));
    await assert.rejects(ended, { code: 1 }, refused.join(" "));
  }
  assert.deepEqual([(await read(id))["status"], (await read(id))["walkthrough_version"]], ["closed", 2]);
});

test("an invalid draft ends with a sentence that names the place, and exit code 1", async () => {
  for (const [draft, expected] of [
    [{ title: "T", reviewers: [{ email: "nobody@elsewhere.test" }], items: [] }, /reviewers\.0\.email/],
    [{ title: "T", reviewers: [], items: [{ prompt: "?", type: "choice" }] }, /items\.0\.options/],
    ["{", /is not valid JSON/],
    ["[]", /does not have a JSON object/],
  ] as const)
    await assert.rejects(review("create", fileOf("bad.json", draft)), expected);
  await assert.rejects(review("create", path.join(folder, "absent.json")), /cannot be read/);
});
