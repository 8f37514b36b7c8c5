import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { ContractError } from "./contract-error.ts";
import { thirdPartyProtos } from "./third-party.ts";

const run = promisify(execFile);
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024;

/** A directory buf can work in: our protos beside the third-party ones, which the tree does not hold. */
export class Workspace {
  readonly dir: string;
  readonly #buf: string;

  private constructor(dir: string) {
    this.dir = dir;
    this.#buf = createRequire(import.meta.url).resolve("@bufbuild/buf/bin/buf");
  }

  /** Copies `protosDir` and the third-party protos into a temporary directory; paths in messages read `protos/…`. */
  static async create(root: string, protosDir: string, cacheDir: string): Promise<Workspace> {
    const thirdParty = await thirdPartyProtos(cacheDir);
    const dir = await mkdtemp(join(tmpdir(), "jst-protos-"));
    await cp(protosDir, join(dir, "protos"), { recursive: true });
    for (const { path, text } of thirdParty) {
      const target = join(dir, "third_party", path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, text);
    }
    const config = await readFile(join(root, "buf.yaml"), "utf8");
    // Only the workspace knows of the second module; lint and breaking are asked of `protos` alone.
    await writeFile(
      join(dir, "buf.yaml"),
      config.replace("  - path: protos\n", "  - path: protos\n  - path: third_party\n"),
    );
    return new Workspace(dir);
  }

  /** Runs buf here; its complaints become a ContractError, line by line as buf prints them. */
  async buf(...args: string[]): Promise<void> {
    try {
      await run(process.execPath, [this.#buf, ...args], { cwd: this.dir, maxBuffer: OUTPUT_MAX_BYTES });
    } catch (error) {
      const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
      const lines = `${stdout}${stderr}`.split("\n").filter((line) => line.trim() !== "");
      if (lines.length === 0) throw error;
      throw new ContractError(lines.map(faultOf));
    }
  }

  /** The compiled protos with imports and comments, as one FileDescriptorSet. */
  async descriptorSet(): Promise<Buffer> {
    await this.buf("build", "-o", "image.binpb");
    return readFile(join(this.dir, "image.binpb"));
  }

  async remove(): Promise<void> {
    await rm(this.dir, { recursive: true, force: true });
  }
}

function faultOf(line: string): { at: string; message: string } {
  const match = /^(\S+?:\d+):\d+:(.*)$/.exec(line);
  return match ? { at: match[1] ?? "", message: match[2] ?? "" } : { at: "buf", message: line };
}
