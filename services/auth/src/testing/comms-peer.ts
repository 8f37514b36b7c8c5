import { AppError } from "@jst/errors";
import { createLogger } from "@jst/telemetry";
import { TEST_AUDIENCE, testPeer, TestServices, until } from "@jst/testing";
import { after } from "node:test";
import { internal, peers, type MemberMailRequest, type Peers } from "../../gen/internal.ts";
import type { AccountDeps } from "../deps.ts";
import { startMails } from "../sign-in/mail-worker.ts";

/** Milliseconds for which requests are waited for, however busy the machine. */
const WORK_MS = 20_000;

/** Mails that comms was asked to send, and its answers. */
export interface Mailing {
  /** Mails by their ids: one that is asked for twice is one. */
  mails: Map<string, MemberMailRequest>;
  /** Teams that somebody sends mail for; all of them when undefined. */
  sendsFor: readonly string[] | undefined;
  isAway: boolean;
}

/** comms that sends mail for every team. */
export const newMailing = (): Mailing => ({ mails: new Map(), sendsFor: undefined, isAway: false });

/** comms as account sees it. */
export async function commsPeer(mailing: Mailing): Promise<Peers["comms"]> {
  const services = new TestServices(TEST_AUDIENCE);
  const peer = await testPeer({
    name: "comms",
    descriptor: internal.descriptor,
    services,
    answer: ({ rpc, body }) => {
      if (mailing.isAway) throw new AppError("unavailable", "away");
      const { team_id: team } = body as { team_id: string };
      const isSending = mailing.sendsFor?.includes(team) ?? true;
      if (rpc === "comms.v1.MemberMail/GetMailing") return { is_sending: isSending };
      const mail = body as MemberMailRequest;
      if (isSending) mailing.mails.set(mail.id, mail);
      return { mailed: isSending };
    },
  });
  const reached = peers({ commsGrpc: peer.address, emrGrpc: "127.0.0.1:1" }, services.signer("auth"));
  after(() => reached.close());
  return reached.comms;
}

/** Has what was asked for mailed, until nothing is left but what waits for another try. */
export async function workOffMails(
  { operator, comms }: Pick<AccountDeps, "operator" | "comms">,
  sql: (text: string) => Promise<unknown[]>,
): Promise<void> {
  const running = startMails({ operator, comms, logger: createLogger("auth", "error") });
  try {
    await until("no request waits", WORK_MS, async () => {
      const waiting = await sql("select from auth.sign_in_requests where state <> 'waiting' limit 1");
      return waiting.length === 0 ? true : undefined;
    });
  } finally {
    await running.stop();
  }
}
