import { testUpstream as upstreamOf, type TestUpstream } from "@jst/testing";
import { readFileSync } from "node:fs";

/** The descriptor set of every rpc that is a tool. */
export const toolsDescriptor = readFileSync(new URL("../../gen/tools.binpb", import.meta.url));

/** Starts a domain service with the rpcs of the descriptor; without a descriptor, with every rpc that is a tool. */
export function testUpstream(descriptor: Buffer = toolsDescriptor): Promise<TestUpstream> {
  return upstreamOf(descriptor);
}

export type { TestUpstream } from "@jst/testing";
