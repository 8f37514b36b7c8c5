// Program of `helm test` in the cluster: a client's way through everything. It makes the test's team once and a token
// of its own, writes a contact through the gateway, finds it, and removes contact and token.
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { randomUUID } from "node:crypto";
import { answerOf } from "../answer-of.ts";
import { callThrough, OperatorProblem, readTls, type OperatorDoor } from "../operator.ts";
import { until } from "../process/until.ts";
import { authRpc } from "../teams.ts";

const { env } = process;
const setting = (name: string): string => {
  const value = env[name];
  if (value === undefined || value === "") throw new Error(`${name} is not set.`);
  return value;
};

const gateway = new URL(setting("GATEWAY_URL"));
const host = new URL(setting("BASE_URL")).host;
const team = setting("TEAM");
const door: OperatorDoor = {
  addressOf: (service) => setting(`${service.toUpperCase()}_GRPC`),
  operatorKey: readFileSync(setting("OPERATOR_KEY_FILE"), "utf8").trim(),
  tls: readTls(env["TLS_DIR"]),
};

interface Reply {
  status: number;
  body: Record<string, unknown>;
}

/** One call as a client makes it, but at the gateway's address inside the cluster. */
async function call(method: string, path: string, token: string, body?: object): Promise<Reply> {
  const headers = { host, authorization: `Bearer ${token}`, "content-type": "application/json" };
  const outgoing = request(new URL(path, gateway), { method, headers, timeout: 10_000 });
  const { status, text } = await answerOf(outgoing, body === undefined ? undefined : JSON.stringify(body));
  return { status, body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>) };
}

/** The same, where one answer is right. */
async function expect(
  status: number,
  ...[method, path, token, body]: Parameters<typeof call>
): Promise<Reply> {
  const reply = await call(method, path, token, body);
  if (reply.status !== status)
    throw new Error(`${method} ${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
  process.stdout.write(`${method} ${path}: ${status}\n`);
  return reply;
}

/** The tenant's own team, or one of the test's that is made when it is not there. */
async function ensureTeam(): Promise<void> {
  try {
    const { id } = await callThrough(door, authRpc("CreateTeam"), {
      slug: team,
      isolated: env["ISOLATED"] === "true",
    });
    const provision = { owner: "data", service: "data.v1.Provisioning", method: "Provision" };
    await callThrough(door, provision, { team_id: id });
  } catch (error) {
    if (!(error instanceof OperatorProblem && error.code === "slug_taken")) throw error;
  }
}

/** A cluster whose network learns late of a new pod drops what it sends: account is asked until it answers. */
async function awaitAccount(): Promise<void> {
  const ask = (): Promise<unknown> => callThrough(door, authRpc("ListTeams"), {});
  const answers = (): Promise<boolean> =>
    ask().then(
      () => true,
      (error: unknown) => error instanceof OperatorProblem,
    );
  if (!(await until(answers, 60_000))) await ask();
}

/** The gateway asks a service once the names of the cluster have its pods, some seconds after they are ready. */
async function awaitService(path: string, token: string): Promise<void> {
  await until(async () => (await call("GET", path, token)).status !== 503, 60_000);
}

await awaitAccount();
await ensureTeam();
await expect(401, "GET", "/api/v1/data/tables", "nobody's");
const minted = await callThrough(door, authRpc("MintToken"), { team, type: "service", name: "helm test" });
const token = String(minted["value"]);
for (const path of ["/api/v1/contacts", "/api/v1/data/tables"]) await awaitService(path, token);
const contact = { first_name: "Helm", last_name: "Test", email: `${randomUUID()}@test.invalid` };
const created = await expect(201, "POST", "/api/v1/contacts", token, contact);
const path = `/api/v1/contacts/${String(created.body["id"])}`;
try {
  const { body } = await expect(200, "GET", path, token);
  if (body["email"] !== contact.email) throw new Error(`${path} does not show what was written.`);
  await expect(200, "GET", "/api/v1/data/tables", token);
} finally {
  await expect(200, "DELETE", path, token);
  await call("DELETE", `/api/v1/tokens/${String(minted["id"])}`, token);
}
process.stdout.write("The fleet does its work.\n");
