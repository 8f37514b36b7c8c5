import { callOperator, type OperatorRpc } from "../operator.ts";
import { teamIdOf } from "../teams.ts";
import type { Command } from "./command.ts";
import { withOperator } from "./operator-door.ts";
import { required } from "./parse.ts";
import { resealAll } from "./reseal.ts";

/** An internal rpc of comms. */
export function commsRpc(method: string): OperatorRpc {
  return { owner: "comms", service: "comms.v1.Operator", method };
}

interface Captured {
  channel: string;
  to: string;
  subject: string | null;
  text: string | null;
  html: string | null;
  sent_at: string;
}

const capture: Command = {
  name: "comms capture",
  usage: "--team SLUG",
  summary: "Shows the newest captured messages of a team: what it would have sent.",
  words: [0, 0],
  options: ["team"],
  isForClusters: true,
  async run(context) {
    const team = required(context.options, "team");
    const json = await withOperator(context, async (fleet) =>
      callOperator(fleet, commsRpc("ListCaptured"), { team_id: await teamIdOf(fleet, team) }),
    );
    const messages = json["messages"] as Captured[];
    const text = messages.map(shown).join("\n\n");
    return { json, text: text === "" ? `${team} has no captured messages.` : text };
  },
};

/** After another key became `current` in endpoint-secret-keys.json: then nothing needs the former ones. */
const reseal: Command = {
  name: "comms reseal",
  usage: "",
  summary:
    "Seals the secrets of all teams' settings under the current key, so that former keys can be removed.",
  words: [0, 0],
  isForClusters: true,
  async run(context) {
    const rpc = commsRpc("ResealSecrets");
    const { resealed, unreadable, key } = await withOperator(context, (fleet) => resealAll(fleet, rpc));
    const lost = unreadable.map((one) => `\n${one}: its key is not listed; set the secret again`);
    const text = `${resealed} secrets were sealed anew; all that can be read is under ${key}.${lost.join("")}`;
    return { json: { resealed, key, unreadable }, text, exitCode: unreadable.length === 0 ? 0 : 1 };
  },
};

export const commsCommands: readonly Command[] = [capture, reseal];

function shown({ sent_at: at, channel, to, subject, text, html }: Captured): string {
  const head = `${at}  ${channel} to ${to}${subject === null ? "" : `: ${subject}`}`;
  const body = text ?? html ?? "";
  return `${head}\n${body.replace(/^/gm, "  ")}`;
}
