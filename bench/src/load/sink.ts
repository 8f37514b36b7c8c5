import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { verify } from "../../../dev/src/webhooks/signatures.ts";
import type { WebhookTeam } from "../facts.ts";

/** A delivery that does not come within this time fails the run. */
const limitMs = 30_000;

/** Receives the deliveries of all teams; one whose signatures are wrong is answered 401 and never counts. */
export class Sink {
  readonly #secrets: ReadonlyMap<string, string>;
  readonly #expected = new Map<string, (value?: unknown) => void>();
  readonly #listening: Promise<unknown>;

  constructor(port: number, teams: readonly WebhookTeam[]) {
    this.#secrets = new Map(teams.map(({ slug, secret }) => [`/${slug}`, secret]));
    const server: Server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        response.writeHead(this.#take(request, Buffer.concat(chunks)) ? 204 : 401).end();
      });
    });
    this.#listening = once(server.listen(port, "127.0.0.1"), "listening");
  }

  /** Resolves when the delivery that holds this e-mail address has arrived. */
  async delivered(email: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#expected.set(email, resolve);
    const late = new Error(`The webhook of ${email} did not arrive within ${limitMs} ms.`);
    const alarm = setTimeout(() => reject(late), limitMs);
    try {
      await Promise.all([this.#listening, promise]);
    } finally {
      clearTimeout(alarm);
      this.#expected.delete(email);
    }
  }

  #take({ url = "", headers }: IncomingMessage, body: Buffer): boolean {
    const { specification, standard } = verify(headers, body, this.#secrets.get(url) ?? "", new Date());
    if (!specification || !standard) return false;
    const email = /"email":\s*"([^"]+)"/.exec(body.toString())?.[1];
    if (email !== undefined) this.#expected.get(email)?.();
    return true;
  }
}
