import { Page } from "../parts/page.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { HOME } from "../words/approvals.ts";
import { TITLES } from "../words/places.ts";
import { Broken } from "./broken.tsx";
import { Changes } from "./changes.tsx";
import { Counts } from "./counts.tsx";

/** What waits for a decision, what is broken, what has changed lately, and what came in. */
export function Home() {
  const session = useSession();
  return (
    <Page title={TITLES.home}>
      <div className="columns">
        <Changes status="queued" title={HOME.waits} none={HOME.noneWaits} />
        <Broken />
        <Changes status="executed" title={HOME.changed} none={HOME.noneChanged} />
      </div>
      {mayDo(session, "audit", "read") && <Counts />}
    </Page>
  );
}
