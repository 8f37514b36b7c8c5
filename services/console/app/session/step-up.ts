import { answered, ProblemError } from "@jst/client";
import { api } from "../api.ts";
import { methodsOf } from "./methods.ts";

/** Whether this browser has passkeys, and can read options in JSON. */
export const hasPasskeys = (): boolean =>
  (globalThis as { PublicKeyCredential?: Partial<typeof PublicKeyCredential> }).PublicKeyCredential
    ?.parseRequestOptionsFromJSON !== undefined;

/** Whether the use of a passkey helps against the refusal. */
export const isForPasskey = (problem: { code?: string } | undefined): boolean =>
  methodsOf(problem)?.includes("passkey") === true && hasPasskeys();

/** Has the member use a passkey, which steps the session up for ten minutes (passkeys.step-up). */
export async function stepUp(): Promise<void> {
  const { options } = await answered(api.POST("/api/v1/session/step-up/options"));
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await navigator.credentials.get({ publicKey });
  const response = (credential as PublicKeyCredential).toJSON() as unknown as Record<string, unknown>;
  await answered(api.POST("/api/v1/session/step-up", { body: { response } }));
}

/**
 * Sends a request, and once more after the use of a passkey where it is refused for want of one. It rejects with the
 * refusal if the member uses none.
 */
export async function steppingUp<R>(send: () => Promise<R>): Promise<R> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ProblemError) || !isForPasskey(error.problem)) throw error;
    if (!(await isSteppedUp())) throw error;
    return send();
  }
}

/** Whether the member has used a passkey when asked to. */
export async function isSteppedUp(): Promise<boolean> {
  try {
    await stepUp();
    return true;
  } catch {
    return false;
  }
}
