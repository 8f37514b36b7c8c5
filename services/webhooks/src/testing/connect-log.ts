import { Socket } from "node:net";
import { after } from "node:test";

/**
 * Every address this process tries to connect to from now on, TLS included: what tcpdump would see of its connects. The
 * log is taken in the socket itself, below whatever a client library thinks that it does.
 */
export function connectLog(): string[] {
  const log: string[] = [];
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own `this` below.
  const connect = Socket.prototype.connect;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    this.on("connectionAttempt", (address: string, port: number) => log.push(`${address}:${port}`));
    return Reflect.apply(connect, this, args) as Socket;
  };
  after(() => {
    Socket.prototype.connect = connect;
  });
  return log;
}
