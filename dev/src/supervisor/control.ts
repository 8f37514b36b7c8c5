import { closeSync, openSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { createInterface } from "node:readline";
import type { ControlReply, ControlRequest, FleetReport } from "./spec.ts";

/** A stop of a draining fleet is the longest request. */
const replyLimitMs = 90_000;

/** Answers each line of JSON with one line of JSON, in the order of asking. */
export function serveControl(
  runDir: string,
  handle: (request: ControlRequest) => Promise<FleetReport>,
): Promise<Server> {
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    void answerLines(socket, handle);
  });
  const address = socketAddress(runDir);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(address.path, () => resolve(server));
  });
}

async function answerLines(
  socket: Socket,
  handle: (request: ControlRequest) => Promise<FleetReport>,
): Promise<void> {
  for await (const line of createInterface({ input: socket })) {
    let reply: ControlReply;
    try {
      reply = { ok: true, fleet: await handle(JSON.parse(line) as ControlRequest) };
    } catch (error) {
      reply = { ok: false, error: error instanceof Error ? error.message : String(error) };
    }
    socket.write(`${JSON.stringify(reply)}\n`);
  }
}

/** Asks the supervisor of this state folder; undefined when none listens there. */
export function askSupervisor(runDir: string, request: ControlRequest): Promise<ControlReply | undefined> {
  const address = socketAddress(runDir);
  return new Promise<ControlReply | undefined>((resolve) => {
    const socket = connect(address.path);
    socket.setTimeout(replyLimitMs, () => socket.destroy());
    socket.once("connect", () => socket.write(`${JSON.stringify(request)}\n`));
    socket.once("error", () => resolve(undefined));
    socket.once("close", () => resolve(undefined));
    createInterface({ input: socket })
      .once("line", (line) => {
        resolve(JSON.parse(line) as ControlReply);
        socket.end();
      })
      .on("error", () => resolve(undefined));
  }).finally(() => address.release());
}

/** A socket path is limited to 107 bytes; through the folder's descriptor it is short wherever the folder lies. */
function socketAddress(runDir: string): { path: string; release: () => void } {
  const descriptor = openSync(runDir, "r");
  return { path: `/proc/self/fd/${descriptor}/control.sock`, release: () => closeSync(descriptor) };
}
