import { Page } from "../parts/page.tsx";
import { HOME } from "../words/approvals.ts";
import { TITLES } from "../words/places.ts";
import { Broken } from "./broken.tsx";
import { Changes } from "./changes.tsx";

/** What waits for a decision, what is broken, and what has changed lately. */
export function Home() {
  return (
    <Page title={TITLES.home}>
      <div className="columns">
        <Changes status="queued" title={HOME.waits} none={HOME.noneWaits} />
        <Broken />
        <Changes status="executed" title={HOME.changed} none={HOME.noneChanged} />
      </div>
    </Page>
  );
}
