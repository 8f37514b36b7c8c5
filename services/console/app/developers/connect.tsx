import { Link } from "wouter";
import { Page } from "../parts/page.tsx";
import { PATHS } from "../paths.ts";
import { useModules } from "../session/modules.ts";
import { CONNECT } from "../words/developers.ts";
import { TITLES } from "../words/places.ts";
import { snippetsFor } from "./snippets.ts";

/** How an agent or an app comes in: the address, and what common clients take. */
export function Connect() {
  const { agent_connect: isOpen } = useModules();
  return (
    <Page title={TITLES.connect}>
      <p>
        {CONNECT.takes}
        {isOpen === true ? (
          CONNECT.asks
        ) : (
          <>
            {" "}
            {CONNECT.andKey} <Link to={PATHS.keys}>{TITLES.keys}</Link>.
          </>
        )}
      </p>
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
