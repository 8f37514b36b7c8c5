import { keepPicture, noBrowser, testBrowser, violationsOf } from "@jst/testing/browser";
import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { assertGoodEverywhere, assertNoFault, atConsole, SCRIPT, type AtConsole } from "../src/console.ts";
import { choice, dialog, fill, press } from "../src/console-acts.ts";
import { newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";

/** The switches of a team (console.settings). */
const openPage = testBrowser();
const skip = noBrowser;

let slug = "";
let token = "";
before(async () => {
  ({ slug, token } = await newTeam("console-settings"));
});

const at = async (role: string): Promise<AtConsole> => {
  const who = await atConsole(await openPage(), slug, role);
  await who.go("/settings");
  return who;
};
const line = ({ page }: AtConsole, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByText(name, { exact: true }) });

test(
  "an owner turns a module off and on, asked in words, and it is gone for everybody",
  { skip },
  async () => {
    const owner = await at("owner");
    const { page } = owner;
    const tasks = line(owner, "Articles");
    await tasks.getByText("on", { exact: true }).waitFor();
    await tasks.getByRole("button", { name: "Turn off" }).click();
    const asked = page.getByRole("alertdialog", { name: "Turn off Articles?" });
    await asked.getByText("Its data stays").waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await keepPicture(page, "settings asks 1280");
    await asked.getByRole("button", { name: "Turn off" }).click();
    await tasks.getByText("off", { exact: true }).waitFor();
    await until("it is off at the API", 10_000, async () => {
      const { status } = await send({ path: "/api/v1/articles", token });
      return status === 403 || status === 404 ? true : undefined;
    });
    await page.getByRole("navigation").locator('a[href="/console/articles"]').waitFor({ state: "detached" });
    await tasks.getByRole("button", { name: "Turn on" }).focus();
    await page.keyboard.press("Enter");
    await dialog(page).getByRole("button", { name: "Turn on" }).click();
    await tasks.getByText("on", { exact: true }).waitFor();
    assertNoFault(owner);
  },
);

test("what an admin has switched in another window is not switched over", { skip }, async () => {
  const [owner, admin] = [await at("owner"), await at("admin")];
  const name = "Changes by programs with personal keys";
  for (const who of [owner, admin]) await line(who, name).getByText("wait for approval").waitFor();
  await line(owner, name).getByRole("button", { name: "Change" }).click();
  await line(admin, name).getByRole("button", { name: "Change" }).click();
  for (const who of [admin, owner])
    await dialog(who.page).getByText("takes effect at once, without approval").waitFor();
  await dialog(admin.page).getByRole("button", { name: "Change" }).click();
  await line(admin, name).getByText("take effect at once").waitFor();
  await dialog(owner.page).getByRole("button", { name: "Change" }).click();
  await owner.page
    .getByRole("alert")
    .getByText(/version_conflict/)
    .waitFor({ state: "attached" });
  await line(owner, name).getByText("take effect at once").waitFor();
});

/** Waits until the page shows it; the page loads again, as it does when its window gets the focus. */
const readsAgain = ({ page }: AtConsole, shown: string) =>
  until("what is shown is read anew", 20_000, async () => {
    await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
    return (await page.locator("li", { hasText: shown }).count()) > 0 ? true : undefined;
  });

test(
  "a question stays as it was asked, and yes to it does nothing else where another window has switched",
  { skip },
  async () => {
    const [owner, admin] = [await at("owner"), await at("admin")];
    const isOff = (who: AtConsole) =>
      line(who, "Knowledge bases").getByText("off", { exact: true }).waitFor();
    await line(owner, "Knowledge bases").getByRole("button", { name: "Turn off" }).click();
    const asked = owner.page.getByRole("alertdialog", { name: "Turn off Knowledge bases?" });
    await asked.waitFor();
    await line(admin, "Knowledge bases").getByRole("button", { name: "Turn off" }).click();
    await dialog(admin.page).getByRole("button", { name: "Turn off" }).click();
    await isOff(admin);
    await readsAgain(owner, "Knowledge bases off");
    await asked.getByText("nobody in the team can use it here").waitFor();
    await asked.getByRole("button", { name: "Turn off" }).click();
    await owner.page.getByRole("alert").getByText("version_conflict").waitFor({ state: "attached" });
    await isOff(owner);
    await admin.page.reload();
    await isOff(admin);
  },
);

test(
  "an owner writes the team's time zone and brand, and an invalid color is refused",
  { skip },
  async () => {
    const owner = await at("owner");
    const { page } = owner;
    await press(page, "Edit the time zone");
    await choice(page, "Time zone").selectOption("America/New_York");
    await press(page, "Save");
    await line(owner, "Time zone").getByText("America/New_York", { exact: true }).waitFor();
    await press(page, "Edit the colour");
    await fill(page, "Colour", "blue");
    await press(page, "Save");
    await page.getByText("Must be a colour such as #1d4ed8.").waitFor();
    await keepPicture(page, "settings refuses 1280");
    await fill(page, "Colour", "#1d4ed8");
    await press(page, "Save");
    await line(owner, "Colour").getByText("#1d4ed8", { exact: true }).waitFor();
    await press(page, "Edit the name");
    await fill(page, "Name on pages", SCRIPT);
    assert.deepEqual(await violationsOf(page), []);
    await press(page, "Save");
    await line(owner, "Name on pages").getByText(SCRIPT, { exact: true }).waitFor();
    const shown = await until("it is in force", 10_000, async () => {
      const { body } = await send({ path: "/api/v1/config", token });
      const { brand } = body as { brand: { name: string; primary_color: string | null } };
      return brand.name === SCRIPT ? brand : undefined;
    });
    assert.equal(shown.primary_color, "#1d4ed8");
    await press(page, "Edit the name");
    await fill(page, "Name on pages", "");
    await press(page, "Save");
    await page.getByText(SCRIPT).waitFor({ state: "detached" });
    // Times are shown on the clock of the team.
    await owner.go("/audit");
    await page.locator('time[title*="GMT-"]').first().waitFor();
    assertNoFault(owner);
  },
);

test("Connect names the setting by which agents with a key write, and leads to it", { skip }, async () => {
  const owner = await at("owner");
  const { page } = owner;
  const name = "Data changes over MCP with an API key";
  await owner.go("/connect");
  const writing = page.getByRole("region", { name: "Changes by agents" });
  await writing.getByText(`${name}. It is off.`).waitFor();
  await assertGoodEverywhere(page, "journey connect", [1_440, 390]);
  await writing.getByRole("link", { name: "Settings" }).click();
  await line(owner, name).getByRole("button", { name: "Turn on" }).click();
  await dialog(page).getByRole("button", { name: "Turn on" }).click();
  await line(owner, name).getByText("on", { exact: true }).waitFor();
  await owner.go("/connect");
  await writing.getByText(`${name}. It is on.`).waitFor();
  assertNoFault(owner);
});

test("the page is accessible and as narrow as a telephone; a member only reads", { skip }, async () => {
  const owner = await at("owner");
  const { page } = owner;
  await line(owner, "Apps that members connect").waitFor();
  await assertGoodEverywhere(page, "settings");
  assertNoFault(owner);
  const member = await at("member");
  await member.page.getByText("Only owners and admins can change these settings.").waitFor();
  assert.equal(await member.page.getByRole("button", { name: /^Turn/ }).count(), 0);
});
