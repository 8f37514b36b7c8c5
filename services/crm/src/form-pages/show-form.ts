import { html, type Page, type PageRequest } from "@jst/pages";
import type { Deps } from "../deps.ts";
import { closedPage, formPage, publicForm } from "./form-page.ts";

const THANKS = "Thank you.";

/** Shows the form, its thanks to who has sent it, or why it takes nothing. */
export async function showForm(request: PageRequest, deps: Deps): Promise<Page> {
  const shown = await publicForm(request, deps);
  const { team, form, closed } = shown;
  // Also where this one was the last that it took.
  if (request.query.get("thanks") === "1") {
    const content = html`<p class="lead" role="status">${form.settings.thanks_text ?? THANKS}</p>\n`;
    return { title: form.title, content, brand: team.brand };
  }
  if (closed !== undefined) return closedPage(shown, closed);
  const hidden = form.fields.filter(({ type }) => type === "hidden");
  const given = hidden.map(({ id }): [string, string[]] => [id, request.query.getAll(id).slice(0, 1)]);
  return formPage(shown, { values: new Map(given) });
}
