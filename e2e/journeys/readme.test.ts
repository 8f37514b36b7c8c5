import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { newTeam } from "../src/fleet.ts";
import { runPage } from "../src/page-lines.ts";
import { teamApi } from "../src/team-api.ts";

const root = new URL("../../", import.meta.url);
const folder = mkdtempSync(path.join(tmpdir(), "readme-"));
after(() => rmSync(folder, { recursive: true }));

interface Reply {
  name?: string;
  data?: object;
  rows?: { data: object }[];
  contacts?: object[];
  result?: {
    isError: boolean;
    structuredContent: { queued?: boolean; changeset_id?: string; rows?: object[] };
  };
  url?: string;
}

const programsAfterwards = ["Webhooks", "Inspector"];

test("the README starts with a clone and make up, and every page and picture it names exists", () => {
  const readme = readFileSync(new URL("README.md", root), "utf8");
  const [, start = ""] = /```bash\n([^]*?)```/.exec(readme) ?? [];
  assert.equal(start, `git clone "$REPOSITORY" jst\ncd jst\nmake up\n`);
  for (const [, target = ""] of readme.matchAll(/\]\((?!http)([^)#]+)/g))
    assert.ok(existsSync(new URL(target, root)), `README.md names ${target}`);
});

test("the calls of the README store and read a row, a team is made, and an agent's write waits for a person", async () => {
  const team = await newTeam("readme-page");
  const sections = await runPage<Reply>("../README.md", team, folder);
  const [table, row, list] = sections.get("Three calls")?.replies ?? [];
  assert.equal(table?.name, "orders");
  assert.deepEqual([row?.data, list?.rows?.[0]?.data], Array(2).fill({ customer: "Ada", amount: 12.5 }));
  const proposed = sections.get("An agent proposes")?.replies.at(-1)?.result?.structuredContent;
  assert.equal(proposed?.queued, true);
  const own = sections.get("A team of your own")?.text ?? "";
  assert.match(own, /Created the team acme-\d+/);
  assert.match(own, /\/p\/sign-in\//);
  const api = teamApi(() => team.token);
  assert.equal((await api.listed("data/tables/orders/rows", "rows")).length, 1);
  const { body } = await api.call("GET", `changesets/${proposed.changeset_id}`);
  assert.equal((body as { status: string }).status, "queued");
});

test("the lines of the quickstart do what the page shows", async () => {
  const team = await newTeam("quickstart");
  const sections = await runPage<Reply>("quickstart.md", team, folder, programsAfterwards);
  const last = (title: string) => sections.get(title)?.replies.at(-1);
  assert.deepEqual(last("Change and sort rows")?.rows?.[0]?.data, { customer: "Bo", amount: 20 });
  assert.deepEqual(last("Contacts")?.contacts, []);
  assert.equal(last("Agents over MCP")?.result?.structuredContent.rows?.length, 2);
  assert.match(sections.get("Agents without MCP")?.text ?? "", /"input_schema"/);
  assert.match(sections.get("Apps that members connect")?.text ?? "", /\/p\/sign-in\//);
});
