import { connect, type Socket } from "node:net";
import { UrlRefused, type UrlGuard } from "@jst/jobs/outbound";
import type { SmtpServer } from "./smtp-url.ts";

/** Milliseconds until a server that does not answer is given up. */
const CONNECT_MS_MAX = 20_000;

/** Opens a connection to a mail server, or throws UrlRefused where a team may not name its address. */
export type Connect = (server: SmtpServer) => Promise<Socket>;

/**
 * Connections to the public internet, and to loopback where the deployment is a developer's: the name is resolved once,
 * each of its addresses checked, and the one that was checked is connected to (comms.smtp).
 */
export function guardedConnect(guard: UrlGuard): Connect {
  return async (server) => {
    const url = checkedUrl(server);
    const { address } = await guard.pin(url);
    const socket = await opened(address, server.port);
    if (guard.permits(url, socket.remoteAddress)) return socket;
    socket.destroy();
    throw new UrlRefused("The address is not public.");
  };
}

/** As the guard reads addresses. It knows the ports of web servers; those of mail servers are others. */
function checkedUrl({ host, port, isLoopback }: SmtpServer): string {
  if (isLoopback) return `http://${host}:${port}`;
  return `https://${host.includes(":") ? `[${host}]` : host}`;
}

function opened(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const fail = (error: Error): void => {
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(CONNECT_MS_MAX, () => fail(new Error("The mail server does not answer.")));
    socket.once("error", fail);
    socket.once("connect", () => {
      socket.setTimeout(0);
      socket.removeListener("error", fail);
      resolve(socket);
    });
  });
}
