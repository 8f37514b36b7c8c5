// A plain server of files: GET answers the file PLAIN_FILE, PUT stores a body beside it and answers once it is on disk.
import { createReadStream } from "node:fs";
import { open, rm, stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";

const file = process.env["PLAIN_FILE"] ?? "";
let stored = 0;

async function store(request: IncomingMessage): Promise<void> {
  const target = `${file}.${(stored += 1)}`;
  const handle = await open(target, "w");
  // The stream closes the file, after this: fsync is what a client may rely on.
  await pipeline(request, handle.createWriteStream({ flush: true }));
  await rm(target);
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === "PUT") {
    await store(request);
    response.writeHead(201).end();
    return;
  }
  const { size } = await stat(file);
  response.writeHead(200, { "content-length": size });
  await pipeline(createReadStream(file), response);
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => response.destroy(error as Error));
});
server.listen(Number(process.env["PLAIN_PORT"]), "127.0.0.1");
