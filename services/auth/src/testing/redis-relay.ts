import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

/** A TCP relay to the tests' Redis that can be stalled, as by a stopped process, or cut, as by a killed one. */
export class RedisRelay {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #port = 0;
  #isStalled = false;

  private constructor(address: string) {
    this.#target = new URL(address);
    this.#server = createServer((client) => this.#relay(client));
  }

  /** Starts a relay in front of the Redis at this address. */
  static async to(address: string): Promise<RedisRelay> {
    const relay = new RedisRelay(address);
    relay.#server.listen(0, "127.0.0.1");
    await once(relay.#server, "listening");
    relay.#port = (relay.#server.address() as AddressInfo).port;
    return relay;
  }

  /** Address of the relay, with the login of the Redis behind it. */
  get url(): string {
    const url = new URL(this.#target);
    url.hostname = "127.0.0.1";
    url.port = String(this.#port);
    return url.href;
  }

  /** Keeps connections open and lets nothing through. */
  stall(): void {
    this.#isStalled = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Lets everything through again, what was held back included. */
  resume(): void {
    this.#isStalled = false;
    for (const socket of this.#sockets) socket.resume();
  }

  /** Ends every connection and refuses new ones. */
  async cut(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, "close");
  }

  /** Accepts connections again, on the same port. */
  async restore(): Promise<void> {
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
  }

  #relay(client: Socket): void {
    const redis = connect(Number(this.#target.port || 6379), this.#target.hostname);
    for (const [socket, other] of [
      [client, redis],
      [redis, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.on("data", (chunk) => other.write(chunk));
      socket.on("error", () => undefined);
      socket.on("close", () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
      if (this.#isStalled) socket.pause();
    }
  }
}
