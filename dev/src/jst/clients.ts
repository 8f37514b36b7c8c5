import { callOperator, type OperatorRpc } from "../operator.ts";
import type { Command } from "./command.ts";
import { withOperator } from "./operator-door.ts";

interface Client {
  client_id: string;
  client_name: string;
  grants: number;
}

const rpc = (method: string): OperatorRpc => ({ owner: "account", service: "auth.v1.OAuthClients", method });

/** Apps that have registered themselves. */
const clientsList: Command = {
  name: "clients list",
  usage: "[--before ID]",
  summary: "Lists the clients of apps that registered themselves, newest first, 500 at once.",
  words: [0, 0],
  options: ["before"],
  isForClusters: true,
  async run(context) {
    const { before } = context.options;
    const wanted = before === undefined ? {} : { before };
    const answer = await withOperator(context, (fleet) => callOperator(fleet, rpc("ListClients"), wanted));
    const { clients } = answer as unknown as { clients: Client[] };
    const lines = clients.map(
      ({ client_id, client_name, grants }) => `${client_id} ${grants} ${client_name}`,
    );
    return { json: answer, text: lines.length === 0 ? "No app has registered itself." : lines.join("\n") };
  },
};

/** Ends what was granted to a client, in every team. */
const clientsRemove: Command = {
  name: "clients remove",
  usage: "ID",
  summary: "Removes a client, and ends all that was granted to it in any team.",
  words: [1, 1],
  isForClusters: true,
  async run(context) {
    const [client_id = ""] = context.words;
    const answer = await withOperator(context, (fleet) =>
      callOperator(fleet, rpc("RemoveClient"), { client_id }),
    );
    return {
      json: answer,
      text: `${client_id} is removed; ${String(answer["grants_ended"])} grants are over.`,
    };
  },
};

/** Commands on the clients of apps (oauth.clients). */
export const clientsCommands: readonly Command[] = [clientsList, clientsRemove];
