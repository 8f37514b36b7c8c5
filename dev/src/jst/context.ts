import { callOperator, type OperatorTarget } from "../operator.ts";
import { teamIdOf } from "../teams.ts";
import type { Command } from "./command.ts";
import { withOperator } from "./operator-door.ts";
import { required } from "./parse.ts";

/** Services that have something to be found. */
const indexed = ["data", "crm"] as const;

/** Reply of a service about its index (protos/platform/v1/search.proto). */
interface IndexState {
  entries: number;
  vectors?: { made: number; waiting: number; failed_at: string | null };
  walks: { kind: string; parent_id: string | null; asked_at: string; walked: number }[];
}

/** How far the index of a team has come (context.progress). */
export const contextStatus: Command = {
  name: "context status",
  usage: "--team SLUG",
  summary:
    "Says how much of a team can be found, and what is still walked through, with how far that has come.",
  words: [0, 0],
  options: ["team"],
  isForClusters: true,
  async run(context) {
    const team = required(context.options, "team");
    const states = await withOperator(context, async (fleet) => {
      const team_id = await teamIdOf(fleet, team);
      return Promise.all(
        indexed.map(async (service) => ({ service, ...(await stateOf(fleet, service, team_id)) })),
      );
    });
    const lines = states.flatMap(({ service, entries, walks, vectors }) => [
      `${service.padEnd(5)} ${entries} entries can be found${walks.length === 0 ? ", nothing waits" : ""}`,
      ...(vectors === undefined ? [] : [`      ${shownVectors(vectors)}`]),
      ...walks.map(({ kind, parent_id: parent, asked_at: at, walked }) => {
        const where = parent === null ? "" : ` of ${parent}`;
        return `      walks through ${kind}${where}: ${walked} so far, asked for at ${at}`;
      }),
    ]);
    return { json: { indexes: states }, text: lines.join("\n") };
  },
};

function shownVectors({ made, waiting, failed_at: at }: NonNullable<IndexState["vectors"]>): string {
  const failed = at === null ? "" : `; their address has failed, last at ${at}`;
  return `${made} have vectors, ${waiting} wait for one${failed}`;
}

async function stateOf(
  fleet: OperatorTarget,
  service: (typeof indexed)[number],
  team_id: string,
): Promise<IndexState> {
  const rpc = { owner: service, service: `${service}.v1.Search`, method: "GetIndexState" };
  return (await callOperator(fleet, rpc, { team_id })) as unknown as IndexState;
}
