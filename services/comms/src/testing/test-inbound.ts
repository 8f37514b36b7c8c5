import assert from "node:assert/strict";
import { createHmac, randomUUID } from "node:crypto";
import type { Caller } from "@jst/caller";
import { testCaller } from "@jst/testing";
import type { TestComms } from "./test-comms.ts";

/** A team that receives mail. */
export interface InboundTeam {
  caller: Caller;
  address: string;
  secret: string;
}

/** How a mail is brought, where not as it should be. */
export interface Brought {
  secret?: string;
  /** Seconds of Unix time. */
  time?: number;
  headers?: Record<string, string>;
}

/** Answer of the service. */
export interface Answer {
  status: number;
  text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test looks into the answer's members; their shape is what it asserts.
  body: any;
}

/** Teams that receive mail, and a provider that brings it. */
export function testInbound({ door }: Pick<TestComms, "door">) {
  const set = async ({ team_id }: Caller, key: string, value: string): Promise<number> =>
    (await door.operate("SetSetting", { team_id, key, value })).status;
  const newTeam = async (): Promise<InboundTeam> => {
    const caller = testCaller();
    const [address, secret] = [`${randomUUID()}@acme.example`, randomUUID()];
    assert.equal(await set(caller, "comms.email.inbound", address), 200);
    assert.equal(await set(caller, "comms.inbound.secret", secret), 200);
    return { caller, address, secret };
  };
  const bring = async (
    team: InboundTeam,
    mail: string | Buffer,
    { secret = team.secret, time = Math.floor(Date.now() / 1_000), headers = {} }: Brought = {},
  ): Promise<Answer> => {
    const bytes = Buffer.from(mail as string);
    const v1 = createHmac("sha256", secret).update(`${time}.`).update(bytes).digest("hex");
    const own = {
      "content-type": "message/rfc822",
      "x-inbound-recipient": team.address,
      "x-inbound-signature": `t=${time},v1=${v1}`,
    };
    const reply = await fetch(`${door.httpUrl}/api/v1/comms/inbound/mime`, {
      method: "POST",
      headers: Object.fromEntries(Object.entries({ ...own, ...headers }).filter(([, value]) => value !== "")),
      body: bytes,
    });
    const text = await reply.text();
    return { status: reply.status, text, body: JSON.parse(text) as unknown };
  };
  const stored = async ({ caller }: InboundTeam) =>
    (
      (await door.call("ListMessages", { caller, query: "direction=inbound&sort=created_at:asc" })).body as {
        messages: Record<string, unknown>[];
      }
    ).messages;
  return { set, newTeam, bring, stored };
}
