import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expectedSignatures } from "../../src/webhook-sink.ts";
import type { Receipt } from "../checker/history.ts";

/**
 * How a sink treats POSTs until it is healed. slow: answers late. resetting: hangs up on the first two attempts.
 * hanging: never answers. lying: sends the head of a 200 and hangs up. refusing: 500, also when healed.
 */
export type Temper = "good" | "slow" | "resetting" | "hanging" | "lying" | "refusing";

/** Every temper but the good one. */
export const badTempers: readonly Temper[] = ["slow", "resetting", "hanging", "lying", "refusing"];

/** A customer's endpoint that keeps a record of every POST. */
export interface Sink {
  temper: Temper;
  url: string;
  receipts: Receipt[];
  /** Says which endpoint posts here, and with what secret. */
  arm(endpoint: string, secret: string): void;
  /** From now on it takes everything, and what it has left hanging. */
  heal(): void;
  close(): void;
}

const slowMs = 300;

/** Starts a sink on loopback; `now` gives the milliseconds since the run began. */
export async function startSink(temper: Temper, now: () => number): Promise<Sink> {
  const receipts: Receipt[] = [];
  const hanging = new Set<() => void>();
  const armed = { endpoint: "", secret: "" };
  let isHealed = false;
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const receipt = receiptOf(request, body, armed, now());
      receipts.push(receipt);
      const accept = () => {
        receipt.isAccepted = true;
        response.writeHead(204).end();
      };
      if (isHealed && temper !== "refusing") accept();
      else treat({ temper, receipt, response, accept, hanging });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    temper,
    url: `http://127.0.0.1:${port}/`,
    receipts,
    arm: (endpoint, secret) => void Object.assign(armed, { endpoint, secret }),
    heal: () => {
      isHealed = true;
      for (const accept of hanging) accept();
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Treated {
  temper: Temper;
  receipt: Receipt;
  response: ServerResponse;
  accept: () => void;
  hanging: Set<() => void>;
}

function treat({ temper, receipt, response, accept, hanging }: Treated): void {
  switch (temper) {
    case "good":
      accept();
      break;
    case "slow":
      setTimeout(accept, slowMs);
      break;
    case "resetting":
      if (receipt.attempt > 2) accept();
      else response.destroy();
      break;
    case "hanging":
      hanging.add(accept);
      response.on("close", () => hanging.delete(accept));
      break;
    case "lying":
      receipt.isAccepted = true;
      response.writeHead(200, { "content-length": "100" }).write("half", () => response.destroy());
      break;
    case "refusing":
      response.writeHead(500).end();
      break;
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // A POST that the other side cuts off does not count.
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function receiptOf(
  { headers }: IncomingMessage,
  bytes: Buffer,
  { endpoint, secret }: { endpoint: string; secret: string },
  atMs: number,
): Receipt {
  const body = bytes.toString();
  const [specification, standard] = expectedSignatures({ headers, body }, secret);
  return {
    endpoint,
    delivery: String(headers["x-webhook-id"]),
    event: String(headers["webhook-id"]),
    attempt: Number(headers["x-webhook-attempt"]),
    body: createHash("sha256").update(bytes).digest("base64"),
    isSigned: headers["x-webhook-signature"] === specification && headers["webhook-signature"] === standard,
    isAccepted: false,
    team: (JSON.parse(body) as { team_id: string }).team_id,
    atMs,
  };
}
