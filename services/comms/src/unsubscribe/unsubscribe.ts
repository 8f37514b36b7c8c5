import { systemContext } from "@jst/db";
import { html, type Page, type PageRequest } from "@jst/pages";
import type { Deps } from "../deps.ts";
import { optOut } from "../gate/opt-out.ts";
import { brandOf, findMailed, nameOf } from "./mailed.ts";

/** Opts the address out of marketing e-mail at once, whatever was sent along: nobody reads the body. */
export async function unsubscribe(request: PageRequest, deps: Deps): Promise<Page> {
  const mailed = await findMailed(request, deps);
  const { team_id: teamId, id: messageId, address } = mailed;
  await deps.database.write(systemContext(teamId), async (tx) => {
    tx.keepOpen();
    await optOut(
      tx,
      { address, channel: "email", purpose: "marketing" },
      { source: "unsubscribe", messageId },
    );
    return { body: {} };
  });
  const brand = await brandOf(mailed, request, deps);
  const content = html`<p class="lead" role="status">You get no more advertising from ${nameOf(brand)} by e-mail.</p>\n`;
  return { title: "You are unsubscribed", content, brand };
}
