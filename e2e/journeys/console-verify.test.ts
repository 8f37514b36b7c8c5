import { until } from "@jst/testing";
import { isTooWide, keepPicture, noBrowser, testBrowser, violationsOf } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoFault, atConsole } from "../src/console.ts";
import { jst, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { tamper } from "../src/tampering.ts";

/** The audit verified by hand (console.verify). */
const openPage = testBrowser();
const skip = noBrowser;

test(
  "an owner verifies the audit and is told that it is whole, and which entry is not once it was changed",
  { skip },
  async () => {
    const { id, slug, token } = await newTeam("console-verify");
    await jst("config", "set", "--team", slug, "trust.rest", "execute");
    await until("the entry is in the log", 60_000, async () => {
      const { body } = await send({ path: "/api/v1/audit?resource=config", token });
      return (body as { audit: unknown[] }).audit.length > 0 ? true : undefined;
    });
    const owner = await atConsole(await openPage(), slug, "owner");
    const { page, go } = owner;
    await go("/audit");
    const section = page.getByRole("region", { name: "Verification" });
    const verify = section.getByRole("button", { name: "Verify" });
    await verify.click();
    await section
      .getByText(/^The audit log is intact: \d+ entries, none changed and none missing\.$/)
      .waitFor();
    await section.getByText("The access log of health records is intact: it has no entries yet.").waitFor();
    await keepPicture(page, "verified 1280");
    await tamper("update auth.audit set action = 'revoke' where team_id = $1 and seq = 1", [id]);
    await verify.focus();
    await page.keyboard.press("Enter");
    await section
      .getByText(/^The audit log is broken: entry 1 was changed after it was written\. /)
      .waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await violationsOf(page), []);
    }
    await page.setViewportSize({ width: 360, height: 800 });
    assert.equal(await isTooWide(page), false);
    await keepPicture(page, "broken 360");
    assertNoFault(owner);
  },
);
