import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { Server, status, type sendUnaryData, type ServerUnaryCall } from "@grpc/grpc-js";
import { serviceOf } from "../fixture/protos.ts";
import { listen, type Running } from "./listen.ts";

/** Check request that auth gets. */
export interface CheckRequest {
  attributes: {
    request: {
      http: { method: string; path: string; host: string; headers: Record<string, string>; body?: string };
    };
    context_extensions?: Record<string, string>;
  };
}

/** How auth takes the next checks: by the token, only every second one, or not at all. */
export type Mood = "decides" | "stumbles" | "hangs" | "breaks" | "cuts";

/** An auth that decides by the words of the token: `allow`, `deny-<status>`; none is 401, any other 401. */
export interface TestAuth extends Running {
  mood: Mood;
  /** Every check since the last `clear()`, oldest first. */
  readonly checks: CheckRequest[];
  clear(): void;
}

/** The token auth adds for services. */
export const INTERNAL_TOKEN = "signed-by-auth";

/** The body of every denial with that status: bytes a careless rewrite would change. */
export function denialBody(code: number): string {
  return `{ "type":"urn:test",\n"status":${code}, "detail":"ä \\"quoted\\" 100% <tag> ☃", "code":"from_auth" }`;
}

/** Starts auth on a free port, or on the given one. */
export async function startAuth(port = 0): Promise<TestAuth> {
  const checks: CheckRequest[] = [];
  const server = new Server();
  server.addService(serviceOf("ext-authz.proto", "envoy.service.auth.v3.Authorization"), {
    Check(call: ServerUnaryCall<CheckRequest, unknown>, reply: sendUnaryData<unknown>) {
      checks.push(call.request);
      if (auth.mood === "hangs" || (auth.mood === "stumbles" && checks.length % 2 === 1)) return;
      if (auth.mood === "breaks") reply({ code: status.INTERNAL, details: "secret of auth" });
      else reply(null, decide(call.request.attributes.request.http.headers["authorization"]));
    },
  });
  const running = await listen(server);
  const door = await cuttingProxy(port, running.port, () => auth.mood === "cuts");
  const auth: TestAuth = {
    mood: "decides",
    checks,
    clear: () => checks.splice(0),
    port: door.port,
    close: async () => {
      await door.close();
      await running.close();
    },
  };
  return auth;
}

function decide(authorization: string | undefined): unknown {
  if (authorization === "Bearer allow") {
    return {
      status: { code: 0 },
      ok_response: {
        headers: [header("x-internal-token", INTERNAL_TOKEN)],
        headers_to_remove: ["authorization"],
        response_headers_to_add: [header("ratelimit", '"token";r=9;t=1')],
      },
    };
  }
  const code = Number(/^Bearer deny-(\d{3})$/.exec(authorization ?? "")?.[1] ?? 401);
  const extra = code === 429 ? [header("retry-after", "7")] : [header("www-authenticate", "Bearer")];
  const denied = {
    status: { code },
    headers: [header("content-type", "application/problem+json"), ...extra],
    body: denialBody(code),
  };
  return { status: { code: status.PERMISSION_DENIED }, denied_response: denied };
}

function header(
  key: string,
  value: string,
): { header: { key: string; value: string }; append_action: number } {
  return { header: { key, value }, append_action: 2 };
}

/** Passes bytes on until told to cut: then every connection ends as soon as the gateway has asked something. */
async function cuttingProxy(port: number, target: number, cuts: () => boolean): Promise<Running> {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on("data", (chunk) => (cuts() ? client.destroy() : upstream.write(chunk)));
    upstream.on("data", (chunk) => client.write(chunk));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
