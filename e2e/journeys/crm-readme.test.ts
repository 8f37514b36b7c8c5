import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { promisify } from "node:util";
import { until } from "@jst/testing";
import { fleet, newTeam } from "../src/fleet.ts";
import { startWebhookSink } from "../src/webhook-sink.ts";

const ARRIVAL_MS = 60_000;

test("the example of the crm service's README goes from a form to a contact and a webhook, as it is written", async () => {
  const readme = readFileSync(new URL("../../services/crm/README.md", import.meta.url), "utf8");
  const [first = "", ...lines] = (/```sh\n([^]*?)```/.exec(readme)?.[1] ?? "").split("\n");
  assert.equal(first, 'eval "$(./jst env)"');
  const [team, sink] = [await newTeam("crm-readme"), await startWebhookSink()];
  try {
    const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", lines.join("\n")], {
      env: { ...process.env, BASE_URL: fleet().base_url, TOKEN: team.token, HOOK_URL: sink.url },
    });
    const replies = stdout.replaceAll("}{", "}\n{").trim().split("\n");
    const [, form, submission, found] = replies.map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.equal(form?.["slug"], "newsletter");
    const [contact] = found?.["contacts"] as { id: string; source: string; first_name: string }[];
    assert.deepEqual([contact?.source, contact?.first_name], ["form", "Ada"]);
    assert.equal(submission?.["contact_id"], contact?.id);
    const posts = await until("both events arrive", ARRIVAL_MS, () =>
      sink.arrived.length >= 2 ? sink.arrived : undefined,
    );
    const events = posts.map(({ body }) => JSON.parse(body) as { type: string; data: { object: unknown } });
    assert.deepEqual(events.map(({ type }) => type).sort(), ["contact.created", "form.submitted"]);
    assert.deepEqual(events.find(({ type }) => type === "form.submitted")?.data.object, submission);
  } finally {
    sink.close();
  }
});
