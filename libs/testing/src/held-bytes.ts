import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Bytes this process holds once nothing more can be freed; resident memory also has what it has used and dropped. */
export function heldBytes(): number {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
