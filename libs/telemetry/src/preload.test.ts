import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";

const here = import.meta.dirname;
const traceId = "0af7651916cd43dd8448eb211c80319c";
const work = `
  import { startSpan } from ${JSON.stringify(path.join(here, "index.ts"))};
  startSpan("server", "last", "00-${traceId}-b7ad6b7169203331-01").end();
  startSpan("server", "unrecorded", "00-${traceId}-b7ad6b7169203331-00").end();`;

interface Exported {
  resourceSpans: { scopeSpans: { spans: { name: string; traceId: string }[] }[] }[];
}
const spans: { name: string; traceId: string }[] = [];
const collector = createServer((request, response) => {
  void text(request).then((body) => {
    const { resourceSpans } = JSON.parse(body) as Exported;
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
});
await once(collector.listen(0, "127.0.0.1"), "listening");
const { port } = collector.address() as AddressInfo;
after(() => collector.close());

test("a process that ends sends its last recorded spans first", async () => {
  assert.equal(await exitCode(`http://127.0.0.1:${port}`), 0);
  assert.deepEqual(
    spans.map(({ name, traceId: id }) => [name, id]),
    [["last", traceId]],
  );
});

test("a process whose collector is away ends without a fault", async () => {
  assert.equal(await exitCode("http://127.0.0.1:1"), 0);
});

/** Runs the work in a process of its own that sends spans to the collector. */
async function exitCode(url: string): Promise<number> {
  const preload = path.join(here, "preload.ts");
  const args = ["--import", preload, "--input-type=module", "--eval", work];
  const env = { ...process.env, SERVICE_NAME: "crm", OTEL_EXPORTER_OTLP_ENDPOINT: url };
  const [code] = (await once(spawn(process.execPath, args, { env, stdio: "inherit" }), "exit")) as [number];
  return code;
}
