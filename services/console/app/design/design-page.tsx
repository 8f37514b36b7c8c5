import { QueryClientProvider } from "@tanstack/react-query";
import { SessionContext, useSession } from "../session/session.ts";
import { Page } from "../parts/page.tsx";
import { ACT_PARTS } from "./act-parts.tsx";
import { FIELD_PARTS } from "./field-parts.tsx";
import { type Examples, known } from "./examples.ts";
import { LIST_PARTS } from "./list-parts.tsx";
import { SHOWN_PARTS } from "./shown-parts.tsx";

const EXAMPLES: Examples = { ...SHOWN_PARTS, ...FIELD_PARTS, ...ACT_PARTS, ...LIST_PARTS };

/** Every part of the console in its states, for who builds pages (console.design). */
export function DesignPage() {
  const session = useSession();
  const team = { ...session.team, slug: "acme", timezone: "UTC" };
  return (
    <SessionContext value={{ ...session, team }}>
      <QueryClientProvider client={known}>
        <Page title="Design">
          {Object.entries(EXAMPLES).map(([part, statesOf]) => (
            <section key={part} className="example" data-part={part} aria-label={part}>
              <h2>{part}</h2>
              {Object.entries(statesOf()).map(([state, shown]) => (
                <div key={state} className="example-state">
                  <p className="aside">{state}</p>
                  {shown}
                </div>
              ))}
            </section>
          ))}
        </Page>
      </QueryClientProvider>
    </SessionContext>
  );
}
