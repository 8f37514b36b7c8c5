import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { after, test } from "node:test";
import { until } from "@jst/testing";
import { canCut, withCut } from "../src/links.ts";

const limitMs = 30_000;
const skip = (await canCut()) ? false : "this machine lets us change no rules of iptables";

/** Sockets of both ends: the one that is cut off may never notice. */
const sockets: Socket[] = [];
/** Sends back what it is sent. */
const echo = createServer((socket) => {
  sockets.push(socket);
  socket.on("error", () => undefined).pipe(socket);
});
echo.listen(0, "127.0.0.1");
await once(echo, "listening");
const { port } = echo.address() as AddressInfo;
after(() => {
  for (const socket of sockets) socket.destroy();
  echo.close();
});

interface Line {
  socket: Socket;
  heard: string;
  error?: string | undefined;
}

function dial(): Line {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  const line: Line = { socket, heard: "" };
  socket.setEncoding("utf8").on("data", (text: string) => (line.heard += text));
  socket.on("error", (error: NodeJS.ErrnoException) => (line.error = error.code));
  return line;
}

const hears = (line: Line, text: string) =>
  until(`${text} is heard`, limitMs, () => (line.heard === text ? true : undefined));
const fails = (line: Line) => until("the line is dead", limitMs, () => line.error);

test(
  "a way that is reset breaks the connections that use it and refuses new ones, until it is mended",
  { skip },
  async () => {
    const before = dial();
    before.socket.write("a");
    await hears(before, "a");
    await withCut(port, "reset", async () => {
      before.socket.write("b");
      assert.equal(await fails(before), "ECONNRESET");
      assert.equal(await fails(dial()), "ECONNREFUSED");
    });
    const later = dial();
    later.socket.write("c");
    await hears(later, "c");
  },
);

test(
  "nothing passes a way that is a black hole, and what was sent arrives once it is mended",
  { skip },
  async () => {
    const line = dial();
    line.socket.write("a");
    await hears(line, "a");
    await withCut(port, "blackhole", async () => {
      line.socket.write("b");
      // The kernel has sent it again by now, in vain.
      await until("it was sent again", limitMs, () => (retransmissions() > 0 ? true : undefined));
      assert.deepEqual([line.heard, line.error], ["a", undefined]);
    });
    await hears(line, "ab");
  },
);

/** How often the kernel has sent to our port again what was not acknowledged. */
function retransmissions(): number {
  const told = execFileSync("ss", ["-tinH", `dport = :${port}`], { encoding: "utf8" });
  return [...told.matchAll(/retrans:\d+\/(\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
}

test(
  "what a run that was killed has left cut is mended by the next, and a living one's is left alone",
  { skip },
  async () => {
    const { pid } = spawnSync(process.execPath, ["--version"]);
    const [left, used] = [`jst-faults-${pid}`, "jst-faults-1"];
    const rules = () => execFileSync("iptables", ["-w", "10", "-S"], { encoding: "utf8" });
    for (const chain of [left, used]) execFileSync("iptables", ["-w", "10", "-N", chain]);
    try {
      await canCut();
      assert.ok(!rules().includes(left), "it is still there");
      assert.ok(rules().includes(used), "it was removed");
    } finally {
      execFileSync("iptables", ["-w", "10", "-X", used]);
    }
  },
);
