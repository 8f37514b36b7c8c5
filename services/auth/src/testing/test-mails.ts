import assert from "node:assert/strict";
import type { TestAuth } from "./test-auth.ts";
import { testVisitors } from "./test-visitor.ts";

/** Visitors who ask for links by mail, and the links that comms would mail. */
export function testMails(auth: TestAuth) {
  const { door, mailing } = auth;
  const { visitor, linkFor } = testVisitors(auth);
  const join = async (team: string, email: string, role = "member"): Promise<string> => {
    const added = await door.operate("AddMember", { team, email, role });
    return (added.body as { id: string }).id;
  };
  const ask = (email: string, team = "", who = visitor()) => who.send("/p/sign-in", { email, team });
  const setConfig = async (team: string, key: string, value: string) =>
    assert.equal((await door.operate("SetConfig", { team, key, value })).status, 200);
  const withIssuer = async (team: string) => {
    await setConfig(team, "sign_in.oidc.issuer", "https://accounts.example.com");
    return team;
  };
  /** The link of the one mail to this address, as comms would send it. */
  const linkOf = async (email: string): Promise<string> => {
    const [mail, ...more] = [...mailing.mails.values()].filter((one) => one.email === email);
    assert.ok(mail !== undefined && more.length === 0, `${more.length} more mails`);
    const { team_id, member_id, kind, reference } = mail;
    const minted = await door.callAs("comms", "MintLink", { team_id, member_id, kind, reference });
    assert.equal(minted.status, 201, JSON.stringify(minted.body));
    return (minted.body as { url: string }).url;
  };
  const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;

  return { visitor, linkFor, join, ask, setConfig, withIssuer, linkOf, pathOf };
}
