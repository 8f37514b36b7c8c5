import path from "node:path";
import { repository } from "../config.ts";
import { builtOrWhyNot, type Built } from "./go.ts";

/**
 * versitygw, which serves a folder over S3: no registry has the program, so that it is built from its Go modules once,
 * minutes of CPU.
 */
export function findVersitygw(cacheDir: string): Promise<Built> {
  return builtOrWhyNot(cacheDir, {
    name: "versitygw",
    folder: path.join(repository, "dev/s3"),
    program: "github.com/versity/versitygw/cmd/versitygw",
    packagesAtOnce: 2,
  });
}
