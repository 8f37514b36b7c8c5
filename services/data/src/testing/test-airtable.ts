import { SecretBox } from "@jst/config";
import type { AirtableOptions } from "@jst/importing";
import { UrlGuard } from "@jst/jobs/outbound";

/** Access to a server that answers as Airtable does, with short waits; every name is one inside. */
export const testAirtable = (url = "https://airtable.example.com"): AirtableOptions => ({
  url,
  guard: new UrlGuard({ allowsLoopback: true, refusedHosts: [], refusedRanges: [] }, () =>
    Promise.resolve(["10.0.0.5"]),
  ),
  secrets: new SecretBox({ current: "k1", keys: new Map([["k1", Buffer.alloc(32, 7)]]) }),
  waits: { request: 1, failed: 20, tooMany: 50 },
});
