import { until } from "@jst/testing";
import { noBrowser, testBrowser } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { callAt } from "../src/agent-doors.ts";
import { assertGoodEverywhere, assertNoFault, atConsole } from "../src/console.ts";
import { jst, mintToken, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";

/** The chart of Home (console.counts). */
const openPage = testBrowser();
const skip = noBrowser;

test(
  "Home draws what came in, with the same figures as a table, and who may not read the audit sees neither",
  { skip },
  async () => {
    const { slug, token } = await newTeam("console-counts");
    await jst("config", "set", "--team", slug, "modules.mcp_export", "true");
    for (let sent = 0; sent < 5; sent += 1) await send({ path: "/api/v1/contacts", token });
    const values = { external_id: "counted", first_name: "Ada" };
    await callAt("tools", { name: "contact_upsert", values, token });
    const narrow = await mintToken(slug, [{ resource: "tables", actions: ["read"] }]);
    await send({ path: "/api/v1/contacts", token: narrow });
    await until("all is counted", 60_000, async () => {
      const { body } = await send({ path: "/api/v1/audit/summary", token });
      const { counts } = body as { counts: { writes: number; denied: number }[] };
      const all = (sum: "writes" | "denied") => counts.reduce((sofar, one) => sofar + one[sum], 0);
      return all("writes") === 1 && all("denied") === 1 ? true : undefined;
    });
    const owner = await atConsole(await openPage(), slug, "owner");
    const { page, go } = owner;
    const section = page.getByRole("region", { name: "Requests by day" });
    await section.getByRole("img", { name: /^Requests by day and source/ }).waitFor();
    for (const [sum, door] of [
      ["Changes", "Function calls"],
      ["Refused requests", "API"],
    ] as const) {
      await section.getByRole("button", { name: sum, exact: true }).click();
      await section.getByRole("img", { name: new RegExp(`^${sum} .*, 1 in all`) }).waitFor();
      assert.deepEqual(await section.locator(".legend li").allTextContents(), [door]);
    }
    await section.getByText("Show as a table").click();
    const table = section.getByRole("table");
    assert.deepEqual(await table.getByRole("columnheader").allTextContents(), ["Day", "API", "All"]);
    assert.equal(await table.getByRole("row").count(), 15);
    const days = (await table.getByRole("row").all()).slice(1);
    const counted = await Promise.all(days.map((day) => day.getByRole("cell").allTextContents()));
    // The day is that of the request, which may be yesterday by now.
    assert.deepEqual(
      counted.filter((cells) => cells.some((cell) => cell !== "0")),
      [["1", "1"]],
    );
    await section.getByRole("button", { name: "Requests", exact: true }).click();
    await assertGoodEverywhere(page, "counts");
    await go("");
    assertNoFault(owner);
    const member = await atConsole(await openPage(), slug, "member");
    await member.page.getByRole("heading", { name: "Problems" }).waitFor();
    assert.equal(await member.page.getByRole("heading", { name: "Requests by day" }).count(), 0);
    assertNoFault(member);
  },
);
