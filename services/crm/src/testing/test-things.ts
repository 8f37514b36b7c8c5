import type { Upstreams } from "@jst/rpc";
import { testUpstream, type TestUpstream } from "@jst/testing";
import { after } from "node:test";
import { thingServices, descriptor } from "../../gen/things.ts";
import { thingUpstreams, type ThingAddresses } from "../comments/thing-services.ts";

/** Services that have things: crm at its real door, the others answer what a test says. */
export interface TestThings {
  others: TestUpstream;
  /** Opens them, crm at this address; the same ones each time. */
  opened: (crm: string) => Upstreams;
  /** Opens them upon the first call: the door has its address later. */
  lazily: (open: () => Upstreams) => Pick<Upstreams, "call">;
}

/** Starts them; they are closed after the file's last test. */
export async function testThings(): Promise<TestThings> {
  const others = await testUpstream(descriptor);
  others.answer = { status: 404, body: '{"code":"not_found","detail":"absent"}' };
  let upstreams: Upstreams | undefined;
  after(() => upstreams?.close());
  return {
    others,
    opened: (crm) => {
      const elsewhere = Object.fromEntries(thingServices.map((name) => [name, others.address]));
      upstreams ??= thingUpstreams({ ...elsewhere, crm } as ThingAddresses);
      return upstreams;
    },
    lazily: (open) => ({ call: (called, call) => open().call(called, call) }),
  };
}
