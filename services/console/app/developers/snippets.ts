import { CONNECT } from "../words/developers.ts";

/** Configuration sample for an MCP client. */
export interface Snippet {
  title: string;
  text: string;
}

const NAME = "team-data";

/** How clients of MCP are told of the server of this host, with a key in place of YOUR_KEY. */
export function snippetsFor(origin: string): readonly Snippet[] {
  const url = `${origin}/api/v1/mcp`;
  const header = `Authorization: Bearer ${CONNECT.yourKey}`;
  const server = { type: "http", url, headers: { Authorization: `Bearer ${CONNECT.yourKey}` } };
  const json = (member: string) => JSON.stringify({ [member]: { [NAME]: server } }, null, 2);
  return [
    { title: CONNECT.address, text: url },
    { title: CONNECT.file, text: json("mcpServers") },
    { title: CONNECT.vscode, text: json("servers") },
    {
      title: CONNECT.codex,
      text: `[mcp_servers.${NAME}]\nurl = "${url}"\nbearer_token_env_var = "TEAM_DATA_KEY"`,
    },
    { title: CONNECT.line, text: `claude mcp add --transport http ${NAME} ${url} --header "${header}"` },
    {
      title: CONNECT.inspector,
      text: `npx -y @modelcontextprotocol/inspector --cli "${url}" --transport http --header "${header}" --method tools/list`,
    },
  ];
}
