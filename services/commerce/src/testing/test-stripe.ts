import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { after } from "node:test";
import { freePort, until, type TestDoor } from "@jst/testing";
import Stripe from "stripe";

const program = process.env["TEST_STRIPE_MOCK"];

/** Why there is no twin of Stripe's API; false where there is one. */
export const hasNoStripe: string | false =
  program === undefined ? "stripe-mock is not there: it takes Go, and `make test`" : false;

/** Address of a server that holds requests against Stripe's own description of its API; it ends with the file. */
export async function testStripe(): Promise<string> {
  const port = await freePort();
  const server = spawn(program ?? "", ["-http-addr", `127.0.0.1:${port}`], { stdio: "ignore" });
  const ended = once(server, "exit");
  after(async () => {
    server.kill();
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  await until("the twin of Stripe answers", 20_000, () => fetch(url).catch(() => undefined));
  return url;
}

/** A request that was made to Stripe. */
export interface StripeRequest {
  path: string;
  headers: IncomingHttpHeaders;
  form: URLSearchParams;
  /** 0 where it was not answered. */
  status: number;
}

/** Stands before the twin and remembers what it was asked; `fault` is how it fails instead. */
export async function stripeProxy() {
  const twin = hasNoStripe === false ? await testStripe() : "";
  const proxy = { url: "", asked: [] as StripeRequest[], fault: undefined as "cut" | "nonsense" | undefined };
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const path = request.url ?? "";
      const asked = { path, headers: request.headers, form: new URLSearchParams(body), status: 0 };
      proxy.asked.push(asked);
      if (proxy.fault === "cut") return void request.socket.destroy();
      if (proxy.fault === "nonsense") return void response.writeHead(200).end("<html>");
      const { authorization = "", "content-type": type = "" } = request.headers;
      const headers = { authorization, "content-type": type };
      const answer = await fetch(`${twin}${path}`, {
        method: request.method ?? "POST",
        headers,
        ...(body !== "" && { body }),
      });
      asked.status = answer.status;
      response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => server.close());
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}

/** How an event is signed; as Stripe does now, where nothing is said. */
interface Signing {
  secret?: string;
  /** In seconds. */
  timestamp?: number;
  /** In place of a signature. */
  header?: string;
}

/** Signs events of Stripe for an endpoint with its secret. */
export function stripeEvents(door: TestDoor) {
  return async (
    team: string,
    payload: object | string,
    { secret = STRIPE_WEBHOOK_SECRET, timestamp, header }: Signing = {},
  ) => {
    const body = typeof payload === "string" ? payload : JSON.stringify(payload);
    const at = timestamp === undefined ? {} : { timestamp };
    const signature = header ?? Stripe.webhooks.generateTestHeaderString({ payload: body, secret, ...at });
    const response = await fetch(`${door.httpUrl}/api/v1/commerce/callbacks/stripe/${team}`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature },
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
}

export const STRIPE_KEY = "sk_test_123";
export const STRIPE_WEBHOOK_SECRET = "whsec_test_of_this_team";

/** A session of checkout as Stripe tells of it. */
export function sessionOf(
  target: { team_id: string; kind: "invoices" | "checkouts"; id: string },
  more: object = {},
): object {
  return {
    id: "cs_test_1",
    object: "checkout.session",
    amount_total: 1000,
    currency: "eur",
    payment_intent: "pi_1",
    payment_method_types: ["card"],
    payment_status: "paid",
    metadata: { jst_team: target.team_id, jst_kind: target.kind, jst_id: target.id },
    ...more,
  };
}

/** An event of Stripe about an object. */
export const stripeEvent = (object: object, type = "checkout.session.completed", id = "evt_1"): object => ({
  ...{ id, type, object: "event", api_version: "2026-10-28.endive", created: 1, livemode: false },
  data: { object },
});
