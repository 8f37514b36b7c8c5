import Provider, { type Configuration } from "oidc-provider";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";

/** Somebody whom the provider knows. */
export interface Account {
  email: string;
  email_verified: boolean;
}

export const CLIENT_ID = "the-platform";
export const CLIENT_SECRET = "a secret of the client";

/** Starts an OpenID provider without passwords; its user is the present account. */
export async function testProvider(callback: string): Promise<{
  issuer: string;
  /** From now on its user is this account. */
  present: (account: Account) => void;
  /** Goes where sign-in sends the browser, as this account; answers the address that it is sent back to. */
  signInAt: (url: string, account: Account) => Promise<URL>;
}> {
  const server = createServer();
  await listening(server);
  const issuer = originOf(server);
  const accounts = new Map<string, Account>();
  let present = "";
  const provider = new Provider(issuer, settings(callback, accounts));
  provider.on("server_error", (_context, error) => {
    throw error;
  });
  const handle = provider.callback();
  server.on("request", (request, response) => {
    const isInteraction = request.url?.startsWith("/interaction/") === true;
    void (isInteraction ? interact(provider, present, request, response) : handle(request, response));
  });
  const become = (account: Account): void => {
    present = account.email;
    accounts.set(account.email, account);
  };
  return {
    issuer,
    present: become,
    signInAt: async (url, account) => {
      become(account);
      return followed(new URL(url), issuer);
    },
  };
}

function settings(callback: string, accounts: ReadonlyMap<string, Account>): Configuration {
  return {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [callback],
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => Promise.resolve({ sub: id, ...accounts.get(id) }),
    }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    cookies: { keys: ["a key of the test"] },
  };
}

/** Says yes to whatever the provider asks its user. */
async function interact(
  provider: Provider,
  accountId: string,
  ...[request, response]: Parameters<Provider["interactionDetails"]>
): Promise<void> {
  const { prompt, params, grantId } = await provider.interactionDetails(request, response);
  const result: Record<string, object> = {};
  if (prompt.name === "login") result["login"] = { accountId };
  else {
    const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
    const grant = known ?? new provider.Grant({ accountId, clientId: String(params["client_id"]) });
    grant.addOIDCScope("openid email");
    result["consent"] = { grantId: await grant.save() };
  }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
}

/** Follows redirects in a new browser, until one leads to another host. */
async function followed(start: URL, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  for (let url = start; ;) {
    if (url.origin !== issuer) return url;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get("location");
    if (location === null)
      throw new Error(`The provider stops with ${answer.status}: ${await answer.text()}`);
    url = new URL(location, url);
  }
}

/** Opens the test's server on a port of its own, and closes it with the test. */
export async function listening(server: Server): Promise<void> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => {
    server.closeAllConnections();
    server.close();
  });
}

/** Returns the address of the server. */
export function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
