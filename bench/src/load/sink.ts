import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { verify } from "../../../dev/src/webhooks/signatures.ts";
import type { BenchFacts } from "../facts.ts";

/** A delivery that does not come within this time fails the run. */
const limitMs = 30_000;

/** A POST whose signatures held. */
export interface Arrival {
  /** Path of the endpoint. */
  path: string;
  /** Id of the delivery. */
  id: string;
  /** E-mail that identifies the contact. */
  email: string | undefined;
}

/** Receives the deliveries of all teams; one whose signatures are wrong is answered 401 and never counts. */
export class Sink {
  /** Called with every delivery; one user at a time. */
  onArrival: (arrival: Arrival) => void = () => undefined;
  /** Path of an endpoint that never answers. */
  hung: string | undefined;
  readonly #secrets: ReadonlyMap<string, string>;
  readonly #listening: Promise<unknown>;

  constructor(port: number, secrets: ReadonlyMap<string, string>) {
    this.#secrets = secrets;
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => this.#answer(request, Buffer.concat(chunks), response));
    });
    this.#listening = once(server.listen(port, "127.0.0.1"), "listening");
  }

  /** Resolves once it can be reached. */
  async ready(): Promise<void> {
    await this.#listening;
  }

  #answer({ url = "", headers }: IncomingMessage, body: Buffer, response: ServerResponse): void {
    if (url === this.hung) return;
    const { specification, standard } = verify(headers, body, this.#secrets.get(url) ?? "", new Date());
    const isSigned = specification && standard;
    response.writeHead(isSigned ? 204 : 401).end();
    if (!isSigned) return;
    const email = /"email":\s*"([^"]+)"/.exec(body.toString())?.[1];
    this.onArrival({ path: url, id: String(headers["x-webhook-id"]), email });
  }
}

let opened: Sink | undefined;

/** The one sink of the process. */
export function openSink({ ports, webhooks, threefold = [] }: BenchFacts): Sink {
  const endpoints = threefold.flatMap((team) => team.endpoints);
  const single = webhooks.map(({ slug, secret }) => ({ path: `/${slug}`, secret }));
  opened ??= new Sink(
    ports.sink,
    new Map([...single, ...endpoints].map(({ path, secret }) => [path, secret])),
  );
  return opened;
}

/** Answers a wait for the delivery of one contact after the other. */
export function arrivals(sink: Sink): (email: string) => Promise<void> {
  const expected = new Map<string, (value?: unknown) => void>();
  return async (email) => {
    sink.onArrival = (arrival) => expected.get(arrival.email ?? "")?.();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    expected.set(email, resolve);
    const late = new Error(`The webhook of ${email} did not arrive within ${limitMs} ms.`);
    const alarm = setTimeout(() => reject(late), limitMs);
    try {
      await Promise.all([sink.ready(), promise]);
    } finally {
      clearTimeout(alarm);
      expected.delete(email);
    }
  };
}
