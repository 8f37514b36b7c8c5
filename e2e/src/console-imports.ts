import type { Locator, Page } from "@jst/testing/browser";

/** A person at a page, whose clicks are counted. */
export function countingAt(page: Page) {
  let clicks = 0;
  return {
    click: async (what: Locator) => {
      clicks += 1;
      await what.click();
    },
    /** A file that is chosen counts as one click. */
    choose: async (name: string, content: string | Buffer) => {
      clicks += 1;
      const buffer = Buffer.from(content);
      const file = { name, mimeType: "application/octet-stream", buffer };
      await page.getByLabel("File", { exact: true }).setInputFiles(file);
    },
    count: () => clicks,
  };
}

/** A button of a page. */
export const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });

/** Waits for a state of the import that the page shows. */
export const stateIs = (page: Page, state: string) =>
  page.locator(".import-state .pill", { hasText: state }).waitFor();
