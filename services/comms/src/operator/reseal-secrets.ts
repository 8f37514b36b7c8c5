import { ownerOf, resealPart, type SealedPlace } from "@jst/settings";
import type { InternalHandler } from "../../gen/rpc.ts";
import { ownerOfContent, ownerOfUrl } from "../messages/sealed-content.ts";

const places: readonly SealedPlace[] = [
  { table: "settings", name: "key", column: "sealed", ownerOf },
  { table: "queue", name: "message_id", column: "unsubscribe_url", ownerOf: ownerOfUrl },
  { table: "messages", name: "id", column: "sealed", ownerOf: ownerOfContent },
];

/** One part; jst asks for one after the other. It may be repeated: what the current key has sealed stays as it is. */
export const resealSecrets: InternalHandler<"ResealSecrets"> = async ({ after }, { deps }) => ({
  body: {
    ...(await resealPart({ schema: "comms", places, secrets: deps.secrets, database: deps.worker }, after)),
  },
});
