// Lists what an image is made of, as CycloneDX: the packages of the base image and those that npm installed here.
import { existsSync, readFileSync } from "node:fs";
import { softwareBill, type Part } from "./sbom.ts";

const read = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));

interface Lock {
  packages: Record<string, { version?: string; link?: boolean; license?: string }>;
}

const base = "/etc/jst/packages.json";
const ofBase = existsSync(base) ? (read(base) as Part[]) : [];
const ofNpm = Object.entries((read("node_modules/.package-lock.json") as Lock).packages)
  .filter(([path, { link }]) => path.startsWith("node_modules/") && link !== true)
  .map(([path, { version = "" }]): Part => {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    return { name, version, purl: `pkg:npm/${name.replace("@", "%40")}@${version}` };
  });
process.stdout.write(softwareBill([...ofBase, ...ofNpm]));
