import type { Role } from "@jst/caller";
import { noBrowser, testBrowser } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertGood, WINDOWS } from "../testing/good-page.ts";
import { testAuth } from "../testing/test-auth.ts";
import { CLIENT_ID, CLIENT_SECRET, testProvider } from "../testing/test-provider.ts";

const auth = await testAuth({ hasPages: true });
const { door, newTeam } = auth;
const openPage = testBrowser();
const provider = await testProvider(`${door.httpUrl}/p/sign-in/callback`);

/** Makes a team whose members sign in with the provider, with a member of the role. */
async function teamWith(email: string, role: Role): Promise<string> {
  const team = await newTeam();
  const settings = { issuer: provider.issuer, client_id: CLIENT_ID, client_secret: CLIENT_SECRET };
  for (const [key, value] of Object.entries(settings))
    assert.equal((await door.operate("SetConfig", { team, key: `sign_in.oidc.${key}`, value })).status, 200);
  await door.operate("AddMember", { team, email, role });
  return team;
}

for (const [role, width] of WINDOWS)
  test(
    `a member of role ${role} signs in with the provider of the team in a window of ${width} pixels`,
    { skip: noBrowser },
    async () => {
      const email = `${role}@example.org`;
      const team = await teamWith(email, role);
      const page = await openPage({ width });
      await page.goto(`${door.httpUrl}/p/sign-in?team=${team}&return_to=%2Fp%2Fconnected-apps`);
      await assertGood(page, `sign-in-${role}-${width}`);
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByText("Enter an e-mail address.").first().waitFor();
      await assertGood(page, `sign-in-faulty-${role}-${width}`);
      await page.getByLabel(/^E-mail address/).fill(email);
      provider.present({ email: "stranger@example.org", email_verified: true });
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByText("You are not signed in.").waitFor();
      await assertGood(page, `sign-in-refused-${role}-${width}`);
      provider.present({ email, email_verified: true });
      // The provider remembers a browser: another person has another one.
      const own = await openPage({ width });
      await own.goto(`${door.httpUrl}/p/sign-in?team=${team}&return_to=%2Fp%2Fconnected-apps`);
      await own.getByLabel(/^E-mail address/).fill(email);
      await own.getByRole("button", { name: "Continue" }).click();
      await own.waitForURL("**/p/connected-apps");
      await own.goto(`${door.httpUrl}/p/account`);
      await own.getByText(email).first().waitFor();
      await assertGood(own, `account-${role}-${width}`);
    },
  );
