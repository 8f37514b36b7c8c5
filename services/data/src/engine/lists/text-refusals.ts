import { AppError } from "@jst/errors";
import type { SoughtText } from "./sought-texts.ts";

/** Names of the sources of a text in messages. */
const names = { filter: "filter", view: "the filters of the view", q: "q" } as const;

/** Refuses a list for the work of its texts, with where these come from and what to do. */
export function textRefusal(reason: string, sought: readonly SoughtText[], cause?: unknown): AppError {
  const sources = (["filter", "view", "q"] as const)
    .map((from) => ({ from, count: sought.filter((each) => each.from === from).length }))
    .filter(({ count }) => count > 0);
  const origin = sources.map(({ from, count }) => `${count} in ${names[from]}`).join(", ");
  const ofView = sources.some(({ from }) => from === "view")
    ? " Change the filters of the view, or list the rows without the view."
    : "";
  const detail =
    `${reason} Search for fewer texts (${origin}), search columns with shorter texts, ` +
    `or filter by whole values (eq, in).${ofView}`;
  return new AppError("invalid_filter", detail, { extension: { position: "$" }, cause });
}
