import type { BenchFacts, Door } from "../facts.ts";
import type { Exchange } from "../load/iteration.ts";

/** One way to do the work of a scenario. */
export interface Contestant {
  name: string;
  door: Door;
  /** Makes an endless supply of requests, each with the test of its reply. */
  exchanges: (facts: BenchFacts) => () => Exchange;
}

/** One piece of work, done by several contestants in turn. */
export interface Scenario {
  name: string;
  title: string;
  /** The first is ours. */
  contestants: readonly Contestant[];
  /** Also measured at many connections, where the tail shows. */
  hasTail: boolean;
  /** Connections of the closed loop, where what is asked for names them. */
  connections?: number;
  /** A seed of its own; it is only run when it is named. */
  needs?:
    | "large"
    | "feed"
    | "contacts"
    | "files"
    | "bookings"
    | "invoices"
    | "charts"
    | "apps"
    | "knowledge"
    | "rules";
  /**
   * Smallest ratio of our requests per second to the contestant's, or as many a second; or the largest of our p99 to
   * its.
   */
  target?: { against: string } & ({ atLeast: number; orRate?: number } | { p99AtMost: number });
  /** Smallest share of our requests for each second of CPU time that our program with more to do reaches. */
  keeps?: readonly { contestant: string; atLeast: number }[];
  /** Largest ratio of our median latency to the contestant's. */
  p50Target?: { against: string; atMost: number };
  /** Largest latency of ours that 95 of 100 requests stay below, in milliseconds. */
  p95AtMostMs?: number;
  /** Requests a second that our contestant must reach, whatever others do. */
  rateTarget?: number;
  /** Most CPU time a request that one of our processes may take at many connections, in microseconds. */
  cpuTarget?: { group: string; atMostUs: number };
  /** Most CPU time a request of a group of our processes, as a multiple of what it takes for the contestant. */
  cpuRatioTarget?: { group: string; against: string; atMost: number };
  /** Most that a part of our work may be of our whole CPU time a request. */
  shareTarget?: ShareTarget;
}

/** A part of our work: what one contestant takes more than another, which is the same without it. */
export interface ShareTarget {
  /** Name of the part in the verdict. */
  part: string;
  withIt: string;
  withoutIt: string;
  /** Groups of processes that do it. */
  groups: readonly string[];
  /** Microseconds of the part that neither of them has, measured here and now. */
  besidesUs: () => Promise<number>;
  atMost: number;
}

/** Names that scenarios share. */
export const ours = "jst";
export const chain = "chain";
export const floor = "floor";
export const peer = "postgraphile";

/** The same requests to the chain alone, behind ours. */
export function besideChain({ exchanges }: Contestant): Contestant {
  return { name: chain, door: "chain", exchanges };
}

/** An HTTP/1.1 request to this machine; a JSON body makes it a POST. */
export function httpRequest(path: string, headers: Record<string, string>, body?: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (body === undefined) return `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join("")}\r\n`;
  const length = Buffer.byteLength(body);
  const content = `content-type: application/json\r\ncontent-length: ${length}\r\n`;
  return `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join("")}${content}\r\n${body}`;
}

/** Takes the members in turn, for ever. */
export function cycle<T>(members: readonly T[]): () => T {
  let index = -1;
  return () => {
    index = (index + 1) % members.length;
    return members[index] as T;
  };
}
