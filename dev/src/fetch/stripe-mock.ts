import path from "node:path";
import { repository } from "../config.ts";
import { builtOrWhyNot, type Built } from "./go.ts";

/** stripe-mock, which holds requests against the vendor's own description of its API; built from Go modules once. */
export function findStripeMock(cacheDir: string): Promise<Built> {
  return builtOrWhyNot(cacheDir, {
    name: "stripe-mock",
    folder: path.join(repository, "dev/stripe"),
    program: "github.com/stripe/stripe-mock",
  });
}
