import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { FrontendReader, type FrontendMessage } from "./frontend-messages.ts";

/** Fault of the proxy on the connection of a client's message. */
export type Fault = "pass" | "cut" | "cut after answer" | "swallow";

/**
 * A TCP relay to the test server that counts round trips and breaks connections at a chosen message. Clients
 * must connect without TLS.
 */
export class PostgresProxy {
  /** Asked for each client message, which waits for the answer; passes everything until a test sets it. */
  judge: (message: FrontendMessage) => Fault | Promise<Fault> = () => "pass";
  #roundTrips = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #target: URL;

  private constructor(address: string) {
    this.#target = new URL(address);
    this.#server = createServer((client) => this.#relay(client));
  }

  /** A proxy in front of the server of this connection string. */
  static async to(address: string): Promise<PostgresProxy> {
    const proxy = new PostgresProxy(address);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  /** The connection string with the proxy's address in it. */
  get url(): string {
    const url = new URL(this.#target);
    url.hostname = "127.0.0.1";
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href;
  }

  /** Times any client had to wait for the server while the work ran: its Sync and simple query messages. */
  async roundTripsOf(work: () => Promise<unknown>): Promise<number> {
    const before = this.#roundTrips;
    await work();
    return this.#roundTrips - before;
  }

  /** Cuts every connection and listens no more. */
  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }

  #relay(client: Socket): void {
    const server = connect(Number(this.#target.port || 5432), this.#target.hostname);
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        this.#sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    const reader = new FrontendReader();
    let isCutAtAnswer = false;
    const pass = async (chunk: Buffer) => {
      for (const message of reader.read(chunk)) {
        if (message.type === "S" || message.type === "Q") this.#roundTrips += 1;
        const fault = await this.judge(message);
        if (fault === "swallow") return;
        if (fault === "cut") client.destroy();
        isCutAtAnswer ||= fault === "cut after answer";
      }
      if (!client.destroyed) server.write(chunk);
    };
    let passed = Promise.resolve();
    client.on("data", (chunk) => {
      passed = passed.then(() => pass(chunk));
    });
    server.on("data", (chunk) => {
      if (isCutAtAnswer) client.destroy();
      else client.write(chunk);
    });
  }
}
