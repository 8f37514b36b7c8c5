import { request, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

const partBytes = 64 * 1024;

/** One file as it is sent to ours: its name and its bytes. */
export interface SentFile {
  name: string;
  bytes: Buffer;
}

/** The reply of an upload, and how long it took. */
export interface Uploaded {
  status: number;
  text: string;
  ms: number;
}

/** Milliseconds until all bytes have arrived; another status or size ends the run. */
export async function download(address: string, token: string, bytes: number): Promise<number> {
  const startMs = performance.now();
  const sent = request(address, { headers: { authorization: `Bearer ${token}` } }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  let received = 0;
  response.on("data", (chunk: Buffer) => (received += chunk.length));
  await once(response, "end");
  if (response.statusCode !== 200 || received !== bytes)
    throw new Error(`${address} was answered ${response.statusCode} with ${received} bytes.`);
  return performance.now() - startMs;
}

/** Sends the bytes as the whole body. */
export function put(address: string, bytes: Buffer): Promise<Uploaded> {
  return send(address, "PUT", { "content-length": bytes.length }, [bytes]);
}

/** Sends the file as the form that ours takes. */
export function uploadForm(address: string, token: string, { name, bytes }: SentFile): Promise<Uploaded> {
  const boundary = "bench-boundary-8c1f";
  const disposition = `form-data; name="file"; filename="${name}"`;
  const visibility = `--${boundary}\r\ncontent-disposition: form-data; name="visibility"\r\n\r\npublic\r\n`;
  const head = Buffer.from(`${visibility}--${boundary}\r\ncontent-disposition: ${disposition}\r\n\r\n`);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": `multipart/form-data; boundary=${boundary}`,
    "content-length": head.length + bytes.length + tail.length,
  };
  return send(address, "POST", headers, [head, bytes, tail]);
}

async function send(
  address: string,
  method: string,
  headers: Record<string, string | number>,
  pieces: readonly Buffer[],
): Promise<Uploaded> {
  const startMs = performance.now();
  const sent = request(address, { method, headers });
  const answered = once(sent, "response") as Promise<[IncomingMessage]>;
  const [[response]] = await Promise.all([answered, pipeline(Readable.from(partsOf(pieces)), sent)]);
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += String(chunk);
  return { status: response.statusCode ?? 0, text, ms: performance.now() - startMs };
}

/** Views of the pieces: nothing is copied, so that the client takes little of the machine. */
function* partsOf(pieces: readonly Buffer[]): Generator<Buffer> {
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += partBytes) yield piece.subarray(at, at + partBytes);
}
