import assert from "node:assert/strict";
import { fleet, jst } from "./fleet.ts";
import { send } from "./http.ts";

/** A member who is signed in with a browser. */
export interface SignedIn {
  email: string;
  /** The Cookie header. */
  cookie: string;
  /** CSRF token of the forms of its pages. */
  csrf: string;
}

/** A link of `jst sign-in` for the team's one member of this role under the name, made for it. */
export async function linkOf(
  team: string,
  role: string,
  name = "console",
): Promise<{ email: string; url: string; secret: string }> {
  const email = `${role}.${name}@${team}.test`;
  await jst("member", "add", "--team", team, "--email", email, "--role", role);
  const { url } = await jst<{ url: string }>("sign-in", "--team", team, "--member", email);
  return { email, url, secret: url.split("/").at(-1) ?? "" };
}

/** Signs the member of the role in. */
export async function signedIn(team: string, role: string, name?: string): Promise<SignedIn> {
  const { email, secret } = await linkOf(team, role, name);
  const sent = await send({
    method: "POST",
    path: `/p/sign-in/${secret}`,
    body: "",
    headers: { "content-type": "application/x-www-form-urlencoded", ...ownPage() },
  });
  assert.equal(sent.status, 303, String(sent.body));
  const [cookie = ""] = sent.headers.getSetCookie().map((set) => set.split(";")[0] ?? "");
  const { body } = await send({ path: "/p/account", headers: { cookie } });
  const csrf = /name="csrf" value="([^"]+)"/.exec(String(body))?.[1] ?? "";
  assert.notEqual(csrf, "");
  return { email, cookie, csrf };
}

/** Headers by which a browser says that a page of this host asks. */
export const ownPage = (): Record<string, string> => ({
  origin: fleet().base_url,
  "sec-fetch-site": "same-origin",
});

/** Headers of a request of the console. */
export const consoleHeaders = ({ cookie }: Pick<SignedIn, "cookie">): Record<string, string> => ({
  cookie,
  "x-requested-with": "console",
  ...ownPage(),
});
