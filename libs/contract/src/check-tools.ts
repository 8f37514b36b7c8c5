import type { Fault } from "./contract-error.ts";
import { isTranscoded, type Rpc } from "./model.ts";
import { sourceOf } from "./source.ts";
import { namesToolset } from "./toolset.ts";

/** Tool name -> rpc, as committed: once here, a name is stable for ever (conventions.stability). */
export type ReleasedTools = Readonly<Record<string, string>>;

const TOOLS_FILE = "libs/contract/tools.json";
/** Most tools of a list, and most that are not extra: hosts of agents cut longer lists (agents.listing). */
export const TOOLS_MAX = 40;

const NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** Tool names that are malformed, taken twice, moved to another rpc or gone. */
export function toolFaults(rpcs: readonly Rpc[], released: ReleasedTools): Fault[] {
  const faults: Fault[] = [];
  const seen = new Map<string, string>();
  for (const rpc of rpcs) {
    if (!rpc.tool) continue;
    const name = rpc.tool.name ?? "";
    const fault = (message: string): void =>
      void faults.push({ at: sourceOf(rpc.desc).at, message: `${rpc.name} ${message}` });
    if (!NAME.test(name)) fault(`has the tool name "${name}"; it must match ${NAME.source}`);
    const first = seen.get(name);
    if (first !== undefined) fault(`has the tool name ${name} of ${first}; choose another`);
    seen.set(name, rpc.name);
    if (rpc.tool.title === undefined || rpc.tool.description === undefined)
      fault(`has the tool ${name} without title or description`);
    for (const text of [...argumentFaults(rpc), ...stepFaults(rpc, rpcs)]) fault(text);
    const owner = Object.hasOwn(released, name) ? released[name] : undefined;
    if (owner !== undefined && owner !== rpc.name)
      fault(`takes the tool name ${name}, released for ${owner}; a released name never moves`);
  }
  for (const [name, owner] of Object.entries(released)) {
    if (!seen.has(name)) {
      faults.push({
        at: TOOLS_FILE,
        message: `tool ${name} of ${owner} is released and gone; give ${owner} its tool name back`,
      });
    }
  }
  const core = rpcs.filter(({ tool }) => tool !== undefined && tool.extra !== true);
  if (core.length > TOOLS_MAX) {
    const message = `there are ${core.length} tools, at most ${TOOLS_MAX} are listed; set \`extra\` for the tools that an agent needs least`;
    faults.push({ at: TOOLS_FILE, message });
  }
  return faults;
}

/** The service that calls tools, and answers its own without a way through the network. */
const DOORS = "agent";

/** Arguments every door may add to any tool. */
const RESERVED = ["version", "idempotency_key", "change_reason", "confirm", "confirm_token"];

function argumentFaults({
  tool,
  access,
  resource,
  owner,
  readOnly,
  isExpress,
  isStreamed,
  pathFields,
  query,
  request,
}: Rpc): string[] {
  const faults: string[] = [];
  // Without a declared scope, tools need the wildcard (agents.undeclared-scope).
  if (access !== "scope" && !(access === "authenticated" && readOnly))
    faults.push("has a tool; only an rpc with a scope can be one, or a read that any token may call");
  else if (namesToolset({ access, resource }) !== (tool?.toolset !== undefined))
    faults.push(
      "has a tool; a tool without a scope, or of the wildcard, names its toolset, that of any other is its scope's resource",
    );
  if (isStreamed || (isExpress && owner !== DOORS))
    faults.push("has a tool and a plain HTTP surface; it must be gRPC");
  const parameters = query?.fields.map(({ name }) => name) ?? [];
  const chosen = tool?.query ?? [];
  for (const name of chosen.filter((one) => !parameters.includes(one)))
    faults.push(`has the tool argument ${name}, which its query message lacks`);
  const names = [...pathFields, ...chosen, ...(request?.fields.map(({ name }) => name) ?? [])];
  for (const [index, name] of names.entries()) {
    if (RESERVED.includes(name)) faults.push(`has the tool argument ${name}, a word of the doors`);
    if (names.indexOf(name) !== index) faults.push(`has the tool argument ${name} in two places`);
  }
  return faults;
}

/** Lists the faults of steps: of a tool of another service, and of an rpc that the agent service cannot call. */
function stepFaults({ tool, owner, isExpress }: Rpc, rpcs: readonly Rpc[]): string[] {
  const { steps = [] } = tool ?? {};
  if (steps.length === 0) return [];
  if (owner !== DOORS || !isExpress) return ["has a tool with steps; only the agent service makes steps"];
  return steps
    .filter((step) => !rpcs.some((rpc) => rpc.name === step && isTranscoded(rpc) && rpc.access === "scope"))
    .map((step) => `has the step ${step}, which is not a transcoded rpc with a scope`);
}

/** The committed list with the tools that are new; sorted. */
export function withNewTools(rpcs: readonly Rpc[], released: ReleasedTools): ReleasedTools {
  const names = { ...released };
  for (const { name, tool } of rpcs) if (tool?.name !== undefined) names[tool.name] = name;
  return Object.fromEntries(Object.entries(names).sort(([a], [b]) => (a < b ? -1 : 1)));
}
