import { html } from "@jst/pages";

/** Part of the sign-in page that a browser shows if it has passkeys for the host. */
export const PASSKEY_PART = html`<section id="passkey" hidden>
<p>Or sign in without typing.</p>
<button type="button">Use a passkey</button>
<p class="error" role="alert"></p>
</section>
`;

/**
 * Script of the sign-in page: it has the browser sign with a passkey, and goes where sign-in leads (passkeys.sign-in).
 * The policy of the page names it by its hash.
 */
export const PASSKEY_SCRIPT = `"use strict";
{
  const part = document.getElementById("passkey");
  const button = part.querySelector("button");
  const fault = part.querySelector("[role=alert]");
  const isAddress = /^[0-9.]+$|^\\[/.test(location.hostname);
  part.hidden = isAddress || globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === undefined;
  const ask = async (path, body) => {
    const json = body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const reply = await fetch("/api/v1/sign-in/passkey" + path, { method: "POST", ...json });
    const answer = await reply.json();
    if (!reply.ok) throw { detail: answer.detail };
    return answer;
  };
  const signIn = async () => {
    const { options } = await ask("/options");
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    const credential = await navigator.credentials.get({ publicKey });
    const { return_to } = await ask("", { response: credential.toJSON() });
    location.assign(return_to);
  };
  let isBusy = false;
  button.addEventListener("click", async () => {
    if (isBusy) return;
    isBusy = true;
    fault.textContent = "";
    try {
      await signIn();
    } catch (thrown) {
      fault.textContent = thrown.detail ?? "No passkey was used. Try again, or sign in another way.";
    }
    isBusy = false;
  });
}
`;
