import { schemas } from "@jst/fleet";
import { callOperator, type OperatorRpc } from "../operator.ts";
import { teamIdOf } from "../teams.ts";
import type { Command } from "./command.ts";
import { withOperator } from "./operator-door.ts";
import { required } from "./parse.ts";

/** Row as its service answers it (protos/service/v1/normalization.proto). */
interface UnnormalizedRow {
  relation: string;
  id: string;
  columns: string[];
  found_at: string;
}

/** Rpc that the workload with the relay of a schema answers. */
const rpcOf = (owner: string): OperatorRpc => ({
  owner,
  service: "service.v1.Normalization",
  method: "ListUnnormalized",
  home: "libs/service",
});

/** Rows of a team whose texts cannot be stored in NFC (conventions.normalization). */
export const dataUnnormalized: Command = {
  name: "data unnormalized",
  usage: "--team SLUG",
  summary:
    "Lists values of a team that are stored in decomposed letters, as another has the same value in composed ones.",
  words: [0, 0],
  options: ["team"],
  isForClusters: true,
  async run(context) {
    const team = required(context.options, "team");
    const rows = await withOperator(context, async (fleet) => {
      const team_id = await teamIdOf(fleet, team);
      const answers = await Promise.all(
        schemas.map(async ({ name: service, relay }) => {
          const answer = await callOperator(fleet, rpcOf(relay), { team_id });
          return (answer["rows"] as UnnormalizedRow[]).map((row) => ({ service, ...row }));
        }),
      );
      return answers.flat();
    });
    const lines = rows.map(
      ({ service, relation, id, columns, found_at: at }) =>
        `${service} ${relation} ${id} (${columns.join(", ")}), since ${at}`,
    );
    return {
      json: { rows },
      text: lines.length === 0 ? `All texts of ${team} are in composed letters.` : lines.join("\n"),
    };
  },
};
