import { until } from "@jst/testing";
import { isTooWide, keepPicture, violationsOf, type Page } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { fleet } from "./fleet.ts";
import { linkOf } from "./sessions.ts";

/** A member who has signed in at the console with a browser. */
export interface AtConsole {
  page: Page;
  /** Faults that must not occur: scripts of a tenant that ran, requests to other hosts, refusals of the policy. */
  faults: string[];
  /** Opens a page of the console, and waits until it is there. */
  go: (path: string) => Promise<void>;
}

/** Text that a tenant writes everywhere, and that would show if it ran. */
export const SCRIPT = `<script>alert(1)</script><img src=x onerror="alert(1)">`;

/** Signs the team's member of the role in, by the link, and opens the console. */
export async function atConsole(page: Page, team: string, role: string, name?: string): Promise<AtConsole> {
  const faults = faultsOf(page);
  const { url } = await linkOf(team, role, name);
  await page.goto(`${url}?return_to=/console`);
  await page.getByRole("button", { name: /^Sign in as/ }).click();
  await page.getByRole("heading", { name: "Home" }).waitFor();
  const go = async (path: string): Promise<void> => {
    await page.goto(`${fleet().base_url}/console${path}`);
    await isSettled(page);
  };
  return { page, faults, go };
}

/** Waits until the page says no more that it waits for an answer. */
export async function isSettled(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await until("the page is there", 20_000, async () =>
    (await page.locator(".waiting").count()) === 0 ? true : undefined,
  );
}

function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on("dialog", (dialog) => {
    // The browser asks before an address that `go` opens loses a changed form.
    if (dialog.type() === "beforeunload") return void dialog.accept();
    faults.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (line) => {
    if (line.text().includes("Content Security Policy")) faults.push(line.text());
  });
  page.on("request", (request) => {
    if (new URL(request.url()).host !== new URL(fleet().base_url).host) faults.push(request.url());
  });
  return faults;
}

/** Nothing ran that a tenant wrote, nothing went to another host, and the policy refused nothing of ours. */
export function assertNoFault({ faults }: AtConsole): void {
  assert.deepEqual(faults, []);
}

/** The page is good in both schemes, on a desk and on a telephone; a picture of each is kept. Its size stays. */
export async function assertGoodEverywhere(page: Page, name: string, widths = [1_280, 360]): Promise<void> {
  const size = page.viewportSize();
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of widths) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual(await violationsOf(page), []);
      assert.equal(await isTooWide(page), false);
      await keepPicture(page, `${name} ${width} ${colorScheme}`);
    }
  if (size !== null) await page.setViewportSize(size);
}
