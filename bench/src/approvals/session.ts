import { request } from "node:http";
import { baseUrl } from "../../../dev/src/components/service.ts";
import type { Fleet } from "../../../dev/src/component.ts";
import { addMember, signInLink } from "../../../dev/src/teams.ts";

/** Sends a JSON body as a member who is signed in, and answers the text of a reply with status 200. */
export type SessionPost = (path: string, body: object) => Promise<string>;

/** Signs a new owner of the team in. */
export async function signedInOwner(fleet: Fleet, team: string): Promise<SessionPost> {
  const email = `owner.session@example.org`;
  await addMember(fleet, { team, email, role: "owner" });
  const { url } = await signInLink(fleet, { team, member: email });
  const { pathname } = new URL(url);
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const { cookie } = await sent(fleet, pathname, form, "", 303);
  const headers = { cookie, "x-requested-with": "console", "content-type": "application/json" };
  return async (path, body) => (await sent(fleet, path, headers, JSON.stringify(body), 200)).text;
}

/** fetch sets headers of its own that only a browser may set. */
function sent(
  fleet: Fleet,
  path: string,
  headers: Record<string, string>,
  body: string,
  status: number,
): Promise<{ text: string; cookie: string }> {
  const origin = baseUrl(fleet);
  const own = {
    ...headers,
    origin,
    "sec-fetch-site": "same-origin",
    "content-length": Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const sending = request(`${origin}${path}`, { method: "POST", headers: own }, (reply) => {
      const parts: Buffer[] = [];
      reply.on("data", (part: Buffer) => parts.push(part));
      reply.on("error", reject);
      reply.on("end", () => {
        const text = Buffer.concat(parts).toString();
        const cookie = reply.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
        if (reply.statusCode === status) resolve({ text, cookie });
        else reject(new Error(`POST ${path} was answered ${reply.statusCode} ${text}`));
      });
    });
    sending.on("error", reject);
    sending.end(body);
  });
}
