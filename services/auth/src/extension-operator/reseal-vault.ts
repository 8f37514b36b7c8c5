import { ownerOf, resealPart, type SealedPlace } from "@jst/settings";
import type { InternalHandler } from "../../gen/rpc.ts";
import { ownerOfValue } from "./vault-owner.ts";

const places: readonly SealedPlace[] = [
  { table: "vault_entries", name: "name", column: "sealed", ownerOf: ownerOfValue },
  { table: "settings", name: "key", column: "sealed", ownerOf },
];

/** Reseals one part; jst asks for one after the other (extension.vault). */
export const resealVault: InternalHandler<"ResealVault"> = async ({ after }, { deps }) => ({
  body: {
    ...(await resealPart({ schema: "auth", places, secrets: deps.secrets, database: deps.operator }, after)),
  },
});
