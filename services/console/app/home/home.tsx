import { Page } from "../parts/page.tsx";
import { useModules } from "../session/modules.ts";
import { mayDo, useSession } from "../session/session.ts";
import { HOME } from "../words/approvals.ts";
import { TITLES } from "../words/places.ts";
import { Broken } from "./broken.tsx";
import { Changes } from "./changes.tsx";
import { Counts } from "./counts.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { WaitingReviews } from "./waiting-reviews.tsx";

/** The first page: first steps of a team, what waits for a decision, faults, recent changes and requests. */
export function Home() {
  const session = useSession();
  const modules = useModules();
  return (
    <Page title={TITLES.home}>
      <FirstSteps />
      <div className="columns">
        <Changes status="queued" title={HOME.waits} none={HOME.noneWaits} />
        {modules["review"] === true && mayDo(session, "review", "write") && <WaitingReviews />}
        <Broken />
        <Changes status="executed" title={HOME.changed} none={HOME.noneChanged} />
      </div>
      {mayDo(session, "audit", "read") && <Counts />}
    </Page>
  );
}
