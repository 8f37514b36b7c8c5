import { until } from "@jst/testing";
import type { Page } from "@jst/testing/browser";

/** Preferences of the member who is signed in with a browser, as the API has them. */
export interface ShownPreferences {
  name: string | null;
  language: string | null;
  locale: string | null;
  theme: string;
  density: string;
  single_keys: boolean;
  menu: string;
  version: number;
}

const asked = (page: Page, options: object): Promise<ShownPreferences> =>
  page.evaluate<ShownPreferences>(
    `fetch("/api/v1/preferences", ${JSON.stringify(options)}).then((answer) => answer.json())`,
  );

const headers = { "x-requested-with": "console", "content-type": "application/json" };

/** Reads the preferences with the session of the page. */
export const preferencesOf = (page: Page): Promise<ShownPreferences> => asked(page, { headers });

/** Changes some of them, as another window of the member would. */
export const setPreferences = (page: Page, patch: Partial<ShownPreferences>): Promise<ShownPreferences> =>
  asked(page, { method: "PATCH", headers, body: JSON.stringify(patch) });

/** Waits until the API has these. */
export async function haveBecome(page: Page, wanted: Partial<ShownPreferences>): Promise<void> {
  await until("the preferences are stored", 10_000, async () => {
    // The page may load again meanwhile.
    const stored = await preferencesOf(page).catch(() => undefined);
    if (stored === undefined) return undefined;
    const differs = Object.entries(wanted).some(
      ([name, value]) => stored[name as keyof ShownPreferences] !== value,
    );
    return differs ? undefined : true;
  });
}
