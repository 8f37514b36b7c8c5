import { Link } from "wouter";
import { Page } from "../parts/page.tsx";
import { useModules } from "../session/modules.ts";

/** How an agent or an app comes in: the address, and what common clients take. */
export function Connect() {
  const { agent_connect: isOpen } = useModules();
  const url = `${globalThis.location.origin}/api/v1/mcp`;
  const entry = { type: "http", url, headers: { Authorization: "Bearer YOUR_KEY" } };
  const file = JSON.stringify({ mcpServers: { "team-data": entry } }, null, 2);
  return (
    <Page title="Connect an agent">
      <p>
        An agent takes the address of the MCP server
        {isOpen === true ? (
          "; it asks a member to sign in."
        ) : (
          <>
            {" "}
            and a key of <Link to="/keys">API keys</Link>.
          </>
        )}
      </p>
      <Snippet title="Address" text={url} />
      <Snippet title="Clients that read .mcp.json" text={file} />
      <Snippet
        title="Clients with a command line"
        text={`claude mcp add --transport http team-data ${url} --header "Authorization: Bearer YOUR_KEY"`}
      />
      <Snippet
        title="To see the tools"
        text={`npx -y @modelcontextprotocol/inspector --cli "${url}" --transport http --header "Authorization: Bearer YOUR_KEY" --method tools/list`}
      />
      <p>
        The whole API is described at <a href="/api/reference">its reference</a>.
      </p>
    </Page>
  );
}

function Snippet({ title, text }: { title: string; text: string }) {
  return (
    <section className="card">
      <h2>{title}</h2>
      <pre tabIndex={0}>{text}</pre>
    </section>
  );
}
