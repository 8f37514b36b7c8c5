import { once } from "node:events";
import { createServer, type Server } from "node:http";

/** Takes spans over OTLP/HTTP and drops them: the fleet sends what it would send in production. */
export async function startCollector(port: number): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      const type = request.headers["content-type"] ?? "application/x-protobuf";
      response.writeHead(200, { "content-type": type }).end(type.includes("json") ? "{}" : "");
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}
