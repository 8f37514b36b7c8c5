import { html, type Page, type PageRequest } from "@jst/pages";
import type { Deps } from "../deps.ts";
import { brandOf, findMailed, nameOf } from "./mailed.ts";

/** Asks whether the recipient wants no more of it: who only looks, such as a scanner of mail, changes nothing. */
export async function showUnsubscribe(request: PageRequest, deps: Deps): Promise<Page> {
  const mailed = await findMailed(request, deps);
  const brand = await brandOf(mailed, request, deps);
  // No field: the one click of a mail program sends none of ours either.
  const content = html`<p class="lead">Do you want no more advertising from ${nameOf(brand)} by e-mail?</p>
<form method="post"><button type="submit">Unsubscribe</button></form>
`;
  return { title: "Unsubscribe", content, brand };
}
