import { SoftAuthenticator } from "@jst/testing";
import type { Page } from "@jst/testing/browser";
import { fleet } from "./fleet.ts";
import { isSettled } from "./console.ts";
import { linkOf } from "./sessions.ts";

/** The fleet by a name: browsers make no passkeys for an address. */
export function namedBase(): string {
  const url = new URL(fleet().base_url);
  url.hostname = "localhost";
  return url.origin;
}

/** An authenticator of the browser, which answers for its person. */
export interface VirtualAuthenticator {
  /** From now on the person is recognized, or is not. */
  recognize: (isRecognized: boolean) => Promise<unknown>;
  /** Signatures of its credentials. */
  signatures: () => Promise<number[]>;
}

/** Plugs an authenticator with resident keys into the browser of the page. */
export async function virtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    recognize: (isUserVerified) =>
      session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    signatures: async () => {
      const { credentials } = await session.send("WebAuthn.getCredentials", { authenticatorId });
      return credentials.map(({ signCount }) => signCount);
    },
  };
}

/** Signs the team's member of the role in by a link, at the name of the fleet, and opens the console. */
export async function atNamedConsole(page: Page, team: string, role: string) {
  const { secret } = await linkOf(team, role);
  await page.goto(`${namedBase()}/p/sign-in/${secret}?return_to=/console`);
  await page.getByRole("button", { name: /^Sign in as/ }).click();
  await page.getByRole("heading", { name: "Home" }).waitFor();
  return {
    go: async (path: string): Promise<void> => {
      await page.goto(`${namedBase()}/console${path}`);
      await isSettled(page);
    },
  };
}

const authenticators = new Map<string, SoftAuthenticator>();

/** The body with what an authenticator in software, one for each team, answers to the saved challenge. */
export function passkeyAnswer(
  kind: "create" | "sign",
  body: unknown,
  saved: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const team = saved.get("team_id") ?? "";
  const { port } = new URL(namedBase());
  const authenticator =
    authenticators.get(team) ?? new SoftAuthenticator("localhost", (host) => `http://${host}:${port}`);
  authenticators.set(team, authenticator);
  const options = { challenge: saved.get("challenge") ?? "", user: { id: saved.get("handle") ?? "" } };
  return { ...(body as object | undefined), response: authenticator[kind](options) };
}
