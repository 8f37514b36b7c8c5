import { answered } from "@jst/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas } from "../api.ts";
import type { WriteKey } from "../parts/writing.ts";
import { steppingUp } from "../session/step-up.ts";

export type Passkey = Schemas["Passkey"];

/** The list is whole: there is no next page. */
type WholeList = Schemas["PasskeyList"] & { next_cursor?: null };

/** The passkeys of the member, of every host. */
export const passkeys = {
  queryKey: ["passkeys"],
  read: () => answered(api.GET("/api/v1/passkeys")),
  items: ({ passkeys: all }: WholeList) => all,
};

/** Has the browser make a passkey, and stores it. It is tried once: each try is a dialog of the browser. */
export function useAdding() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => steppingUp(() => add(name)),
    onSettled: () => queries.invalidateQueries({ queryKey: passkeys.queryKey }),
  });
}

async function add(name: string): Promise<Passkey> {
  const { options } = await answered(api.POST("/api/v1/passkeys/options"));
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await navigator.credentials.create({ publicKey });
  const response = (credential as PublicKeyCredential).toJSON() as unknown as Record<string, unknown>;
  return answered(api.POST("/api/v1/passkeys", { body: { name, response } }));
}

const at = ({ id }: Passkey, header: WriteKey) => ({ params: { path: { passkey_id: id }, header } });

export const rename = (passkey: Passkey, name: string, header: WriteKey) =>
  answered(api.PATCH("/api/v1/passkeys/{passkey_id}", { ...at(passkey, header), body: { name } }));

export const remove = (passkey: Passkey, header: WriteKey) =>
  answered(api.DELETE("/api/v1/passkeys/{passkey_id}", at(passkey, header)));
