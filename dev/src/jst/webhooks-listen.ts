import { once } from "node:events";
import { OperatorError } from "../operator-error.ts";
import { host, isFree } from "../ports.ts";
import { startSink, type Arrival } from "../webhooks/sink.ts";
import type { Command } from "./command.ts";
import { secretOption } from "./secret-input.ts";

const defaultPort = "8999";

/** Shows what an endpoint on this machine is sent, until Ctrl-C. It creates nothing: the API does that. */
export const webhooksListen: Command = {
  name: "webhooks listen",
  usage: "[--port PORT] [--secret SECRET | --secret-file PATH|-]",
  summary: `Receives webhooks on http://${host}:PORT (${defaultPort}), verifies both signatures and prints them.`,
  words: [0, 0],
  options: ["port", "secret", "secret-file"],
  async run({ options }) {
    const { port = defaultPort } = options;
    const secret = secretOption(options, "secret");
    if (!/^[1-9][0-9]{0,4}$/.test(port) || Number(port) > 65_535)
      throw new OperatorError(`--port is "${port}"; give a port from 1 to 65535.`, { exitCode: 2 });
    if (!(await isFree(Number(port))))
      throw new OperatorError(`Port ${port} is taken; give another with --port.`);
    const counts = { received: 0, verified: 0 };
    const server = await startSink(Number(port), secret, (arrival) => {
      counts.received += 1;
      if (arrival.verdict?.specification === true && arrival.verdict.standard) counts.verified += 1;
      process.stdout.write(`${describe(arrival)}\n`);
    });
    process.stderr.write(`${introduction(`http://${host}:${port}`, secret)}\n`);
    await once(process, "SIGINT");
    server.close();
    server.closeAllConnections();
    return { json: counts, text: `${counts.received} received, ${counts.verified} verified.` };
  },
};

function introduction(url: string, secret: string | undefined): string {
  if (secret !== undefined) return `Listening on ${url}; Ctrl-C ends it.`;
  const body = JSON.stringify({ url: `${url}/`, events: ["contact.created", "contact.updated"] });
  return [
    `Listening on ${url} without a secret: deliveries are printed unverified. Create an endpoint and take its secret:`,
    "",
    `  curl -s "$BASE_URL/api/v1/webhooks" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '${body}'`,
    `  ./jst webhooks listen --secret whsec_…`,
    "",
  ].join("\n");
}

function describe({ headers, body, verdict }: Arrival): string {
  const word = (isValid: boolean): string => (isValid ? "valid" : "WRONG");
  const judged =
    verdict === undefined
      ? "signatures not verified (no --secret)"
      : `X-Webhook-Signature ${word(verdict.specification)}, webhook-signature ${word(verdict.standard)}`;
  const name = (header: string): string => String(headers[header] ?? "?");
  const head = `${name("x-webhook-event")} attempt ${name("x-webhook-attempt")} event ${name("webhook-id")}`;
  const trace =
    headers["traceparent"] === undefined ? "" : ` trace ${name("traceparent").split("-")[1] ?? "?"}`;
  return `${new Date().toISOString()} ${head}${trace}: ${judged}\n  ${body}`;
}
