import { createSocket } from "node:dgram";
import { once } from "node:events";
import { after } from "node:test";

/** A record as a name server answers it, each with a time to live of 0. */
export type DnsRecord =
  | { type: "A" | "AAAA"; address: string }
  /** The name goes on as another one, whose records follow. */
  | { type: "CNAME"; name: string };

/** Answer to a DNS question: records, no such name, or nothing at all. */
export type DnsAnswer = readonly DnsRecord[] | "no such name" | "silence";

/** A name server on loopback. */
export interface DnsServer {
  /** As Resolver.setServers takes it. */
  address: string;
  /** Every question so far: `A example.com`. */
  questions: string[];
}

const types = { 1: "A", 5: "CNAME", 28: "AAAA" } as const;
const noSuchName = 3;

/** Starts a name server; `answer` is given the type, the name, and how often this was asked before. */
export async function startDnsServer(
  answer: (type: "A" | "AAAA", name: string, before: number) => DnsAnswer,
): Promise<DnsServer> {
  const questions: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const { name, type, end } = questionOf(query);
    const question = `${type} ${name}`;
    const answered = answer(type, name, questions.filter((one) => one === question).length);
    questions.push(question);
    if (answered === "silence") return;
    socket.send(replyTo(query, end, answered), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  after(() => socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, questions };
}

function questionOf(query: Buffer): { name: string; type: "A" | "AAAA"; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = query.readUInt16BE(at + 1) === 28 ? "AAAA" : "A";
  return { name: labels.join(".").toLowerCase(), type, end: at + 5 };
}

/** Head and question as they came, then the answers; every record belongs to the name before it. */
function replyTo(
  query: Buffer,
  questionEnd: number,
  answered: readonly DnsRecord[] | "no such name",
): Buffer {
  const records = answered === "no such name" ? [] : answered;
  const head = Buffer.from(query.subarray(0, 12));
  // Response, recursion available, and its outcome; no authority and no additional records.
  head.writeUInt16BE(0x8180 | (answered === "no such name" ? noSuchName : 0), 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  const parts = [head, query.subarray(12, questionEnd)];
  let owner: Buffer = Buffer.from([0xc0, 12]);
  for (const record of records) {
    const data = dataOf(record);
    const fixed = Buffer.alloc(10);
    fixed.writeUInt16BE(Number(Object.entries(types).find(([, type]) => type === record.type)?.[0]), 0);
    fixed.writeUInt16BE(1, 2);
    fixed.writeUInt16BE(data.length, 8);
    parts.push(owner, fixed, data);
    if (record.type === "CNAME") owner = data;
  }
  return Buffer.concat(parts);
}

function dataOf(record: DnsRecord): Buffer {
  if (record.type === "CNAME") {
    const labels = record.name
      .split(".")
      .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, "latin1")]));
    return Buffer.concat([...labels, Buffer.from([0])]);
  }
  return record.type === "A" ? Buffer.from(record.address.split(".").map(Number)) : ipv6Bytes(record.address);
}

function ipv6Bytes(address: string): Buffer {
  const [left = "", right = ""] = address.split("::");
  const groupsOf = (part: string) => part.split(":").filter((group) => group !== "");
  const [before, behind] = [groupsOf(left), groupsOf(right)];
  const zeros = Array.from({ length: 8 - before.length - behind.length }, () => "0");
  return Buffer.from([...before, ...zeros, ...behind].map((group) => group.padStart(4, "0")).join(""), "hex");
}
