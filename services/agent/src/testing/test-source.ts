import {
  Metadata,
  Server,
  ServerCredentials,
  status,
  type sendUnaryData,
  type ServerUnaryCall,
} from "@grpc/grpc-js";
import { loadFileDescriptorSetFromBuffer, type ServiceDefinition } from "@grpc/proto-loader";
import { after } from "node:test";
import {
  internal,
  type ChangesetsWanted,
  type OwnDecisions,
  type RulesJudged,
  type RulesTried,
} from "../../gen/internal.ts";

/** A service with changesets behind its real gRPC door; it keeps ids alone, and remembers what it was asked. */
export interface TestSource {
  address: string;
  /** Uuids of its changesets, newest first. */
  uuids: string[];
  /** As many of a page as it answers at once; all when absent. */
  most?: number;
  /** Characters of the summary of each; none when absent. */
  padding?: number;
  /** Why it does not answer; it does when absent. */
  away?: "stopped" | "without its database";
  /** Until when its answers wait; forever where the promise never resolves. */
  held?: Promise<unknown>;
  asked: { wanted: ChangesetsWanted; token: string | undefined; proof: string | undefined }[];
  /** Decisions that it was asked for; each is done. */
  decisions: OwnDecisions[];
  /** Its answer to a trial of rules, and the trials that it was asked for. */
  judged?: RulesJudged;
  trials: RulesTried[];
}

interface Wire {
  body?: { data?: Buffer };
}

/** Starts it on a free port; closed after the file's last test. */
export async function testSource(name: string): Promise<TestSource> {
  const source: TestSource = { address: "", uuids: [], asked: [], decisions: [], trials: [] };
  const server = new Server();
  const packages = loadFileDescriptorSetFromBuffer(internal.descriptor, { keepCase: true, defaults: false });
  const ListChangesets = (call: ServerUnaryCall<Wire, unknown>, reply: sendUnaryData<unknown>): void => {
    void Promise.resolve(source.held).then(() => answer(call, reply));
  };
  const answer = (call: ServerUnaryCall<Wire, unknown>, reply: sendUnaryData<unknown>): void => {
    const header = (key: string) => call.metadata.get(key)[0]?.toString();
    const wanted = JSON.parse(String(call.request.body?.data)) as ChangesetsWanted;
    source.asked.push({ wanted, token: header("x-internal-token"), proof: header("x-internal-service") });
    if (isAway(source, call, reply)) return;
    const { before, limit } = wanted;
    const all = source.uuids.filter((uuid) => before === undefined || uuid < before).slice(0, limit);
    const page = all.slice(0, source.most);
    const more = source.padding === undefined ? {} : { summary: "s".repeat(source.padding) };
    const changesets = page.map((uuid) => ({ id: `${name}_${uuid}`, ...more }));
    const body = { changesets, has_more: page.length < all.length };
    reply(null, { content_type: "application/json", data: Buffer.from(JSON.stringify(body)) });
  };
  const DecideChangesets = (call: ServerUnaryCall<Wire, unknown>, reply: sendUnaryData<unknown>): void => {
    if (isAway(source, call, reply)) return;
    const decisions = JSON.parse(String(call.request.body?.data)) as OwnDecisions;
    source.decisions.push(decisions);
    const results = decisions.items.map(({ id }) => ({ id, status: 200, changeset: { id } }));
    reply(null, { content_type: "application/json", data: Buffer.from(JSON.stringify({ results })) });
  };
  const TryRules = (call: ServerUnaryCall<Wire, unknown>, reply: sendUnaryData<unknown>): void => {
    if (isAway(source, call, reply)) return;
    source.trials.push(JSON.parse(String(call.request.body?.data)) as RulesTried);
    reply(null, { content_type: "application/json", data: Buffer.from(JSON.stringify(source.judged)) });
  };
  server.addService(packages["changes.v1.RuleTrials"] as ServiceDefinition, { TryRules });
  server.addService(packages["changes.v1.Changes"] as ServiceDefinition, {
    ListChangesets,
    DecideChangesets,
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  after(() => server.forceShutdown());
  source.address = `127.0.0.1:${port}`;
  return source;
}

/** Answers as a service that is away where the source is; true if it has answered so. */
function isAway(
  { away }: TestSource,
  call: ServerUnaryCall<Wire, unknown>,
  reply: sendUnaryData<unknown>,
): boolean {
  if (away === "stopped") reply({ code: status.UNAVAILABLE });
  else if (away !== undefined) {
    const refused = new Metadata();
    refused.set("x-http-status", "503");
    call.sendMetadata(refused);
    const problem = { code: "unavailable", status: 503, detail: "The database does not answer." };
    reply(null, { content_type: "application/problem+json", data: Buffer.from(JSON.stringify(problem)) });
  }
  return away !== undefined;
}
