import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type Server as TlsServer } from "node:tls";
import type { TlsIdentity } from "@jst/config";
import { host } from "../ports.ts";

/** A port in front of another one of this machine. */
export class TcpProxy {
  readonly #target: number;
  readonly #server: Server | TlsServer;
  readonly #sockets = new Set<Socket>();
  #count = 0;

  private constructor(target: number, tls: TlsIdentity | undefined) {
    this.#target = target;
    const relay = (client: Socket): void => this.#relay(client);
    this.#server = tls === undefined ? createServer(relay) : createTlsServer(optionsOf(tls), relay);
    this.#server.on("tlsClientError", () => undefined);
  }

  /** Listens on a port of its own; with a certificate it ends TLS, as stunnel does. */
  static async of(target: number, tls?: TlsIdentity): Promise<TcpProxy> {
    const proxy = new TcpProxy(target, tls);
    await once(proxy.#server.listen(0, host), "listening");
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** How many connections came through so far. */
  get count(): number {
    return this.#count;
  }

  /** Proves itself by another certificate from now on; who is connected must come again. */
  proveBy(tls: TlsIdentity): void {
    if ("setSecureContext" in this.#server) this.#server.setSecureContext(optionsOf(tls));
    this.#cut();
  }

  close(): void {
    this.#server.close();
    this.#cut();
  }

  #cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #relay(client: Socket): void {
    this.#count += 1;
    const behind = connect(this.#target, host);
    client.pipe(behind).pipe(client);
    for (const [one, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      this.#sockets.add(one);
      one.on("error", () => undefined);
      one.on("close", () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
  }
}

function optionsOf({ certificate, key }: TlsIdentity): { cert: string; key: string } {
  return { cert: certificate, key: key.reveal() };
}
