import { Link } from "wouter";
import { Page } from "../parts/page.tsx";
import { PATHS } from "../paths.ts";
import { useModules } from "../session/modules.ts";
import { CONNECT } from "../words/developers.ts";
import { TITLES } from "../words/places.ts";
import { settingName } from "../words/settings.ts";
import { snippetsFor } from "./snippets.ts";

/** How an agent or an app comes in: the address, and what common clients take. */
export function Connect() {
  const { agent_connect: isOpen } = useModules();
  return (
    <Page title={TITLES.connect}>
      <p>
        {CONNECT.takes}{" "}
        {isOpen === true ? (
          CONNECT.asks
        ) : (
          <>
            {CONNECT.andKey} <Link to={PATHS.keys}>{TITLES.keys}</Link>.
          </>
        )}
      </p>
      <Writing />
      {snippetsFor(globalThis.location.origin).map(({ title, text }) => (
        <section key={title} className="card" aria-label={title}>
          <h2>{title}</h2>
          <pre tabIndex={0}>{text}</pre>
        </section>
      ))}
      <p>
        {CONNECT.described} <a href="/api/reference">{CONNECT.reference}</a> {CONNECT.and}{" "}
        <a href="/api/.well-known/openapi.json">{CONNECT.document}</a>.
      </p>
    </Page>
  );
}

/** Modules whose settings let agents change data, each after its sentence. */
const NEEDED = [
  [CONNECT.agents.key, "mcp_export"],
  [CONNECT.agents.app, "agent_connect"],
] as const;

/** Says which settings let agents change data, and whether they are on. */
function Writing() {
  const modules = useModules();
  return (
    <section className="card" aria-label={CONNECT.writing}>
      <h2>{CONNECT.writing}</h2>
      {NEEDED.map(([says, module]) => (
        <p key={module}>
          {says} <strong>{settingName(`modules.${module}.enabled`)}</strong>.{" "}
          {CONNECT.state(modules[module] === true)}
        </p>
      ))}
      <p>
        {CONNECT.where} <Link to={PATHS.settings}>{TITLES.settings}</Link>.
      </p>
    </section>
  );
}
