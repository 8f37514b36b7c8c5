import assert from "node:assert/strict";
import type { Caller } from "@jst/caller";
import { Database } from "@jst/db";
import { createLogger } from "@jst/telemetry";
import { until, type TestDatabase } from "@jst/testing";
import type { Teams } from "@jst/pages";
import type { LinksPeer, NamesPeer } from "../member-mail/compose.ts";
import { TEST_SECRETS, type TestComms } from "./test-comms.ts";
import {
  type OutgoingMessage,
  type Provider,
  type SendResult,
  type ProviderRouting,
  type Route,
  capturing,
} from "../providers/provider.ts";
import { sendingSchedule } from "../sending/attempt.ts";
import type { FilesPeer } from "../sending/attached-bytes.ts";
import type { Modules } from "../settings/team-settings.ts";
import { startSender, type RunningSender } from "../sending/sender.ts";

const logger = createLogger("comms", "error");

const allOn: Modules = { isOn: () => Promise.resolve(true) };

const noData = { readFile: () => Promise.reject(new Error("The test has no files.")) };

const noAccount = { mintLink: () => Promise.reject(new Error("The test has no links.")) };
const noMembers: NamesPeer = { findHosts: () => Promise.resolve({ hosts: [] }) };
const noTeams: Teams = { find: () => Promise.resolve(undefined) };

/** Options of a test's sender. */
interface TestSenderOptions {
  routing?: ProviderRouting;
  /** Sender of mails to members of teams without one of their own. */
  fleetMail?: Route | undefined;
  /** Mints links; a mail with one waits where none is given. */
  account?: LinksPeer;
  /** Names members; without it nobody has a name. */
  auth?: NamesPeer;
  teams?: Teams;
  modules?: Modules;
  /** Reads files; a message with some waits where none is given. */
  data?: FilesPeer;
  clockShiftMs?: () => number;
}

/** A sender on the database of the service under test; its file stops it before anything else ends. */
export function testSender(
  database: TestDatabase,
  {
    routing = capturing,
    fleetMail,
    account = noAccount,
    auth = noMembers,
    teams = noTeams,
    modules = allOn,
    data = noData,
    clockShiftMs,
  }: TestSenderOptions = {},
): RunningSender {
  const own = new Database({
    connectionString: database.urlOf("comms"),
    poolSize: 2,
    applicationName: "test",
    changesetPrefix: "comms",
  });
  const sender = startSender({
    connectionString: database.urlOf("comms_worker"),
    database: own,
    ...{ routing, fleetMail, account, auth, teams, modules, baseUrl: "http://gateway.test" },
    secrets: TEST_SECRETS,
    data,
    schedule: { ...sendingSchedule, jitter: 0 },
    logger,
    ...(clockShiftMs === undefined ? {} : { clockShiftMs }),
  });
  return {
    stop: async () => {
      await sender.stop();
      await own.close();
    },
  };
}

/** A provider that says of each message what the test says, and remembers what it was given. */
export class TestProvider implements Provider {
  readonly name = "smtp";
  readonly seen: OutgoingMessage[] = [];
  answer: (message: OutgoingMessage, n: number) => SendResult | Promise<SendResult> = () => ({
    outcome: "accepted",
    providerId: "p1",
  });

  /** See Provider. */
  async send(message: OutgoingMessage): Promise<SendResult> {
    this.seen.push(message);
    return this.answer(message, this.seen.filter(({ id }) => id === message.id).length);
  }

  /** The way of every team on every channel. */
  readonly routing: ProviderRouting = {
    routeOf: () => Promise.resolve({ provider: this, from: "Acme <hello@acme.example>" }),
  };
}

/** A captured message as the operator reads it, whole. */
export interface CapturedWhole {
  id: string;
  subject: string;
  text: string | null;
  html: string | null;
  headers: Record<string, string>;
  files: { content: string }[];
}

/** Reads a captured message as the operator does. */
export async function capturedOf(
  { door }: Pick<TestComms, "door">,
  { team_id }: Caller,
  id: string,
): Promise<CapturedWhole> {
  const { messages } = (await door.operate("ListCaptured", { team_id })).body as {
    messages: CapturedWhole[];
  };
  return messages.find((one) => one.id === id) ?? assert.fail(`${id} is not captured.`);
}

/** Resolves with the message once it has this status. */
export function becomes({ door }: Pick<TestComms, "door">, caller: Caller, id: string, status: string) {
  return until(`the message is ${status}`, 15_000, async () => {
    const reply = await door.call("GetMessage", { caller, path: { message_id: id } });
    const message = reply.body as Record<string, unknown>;
    return message["status"] === status ? message : undefined;
  });
}
