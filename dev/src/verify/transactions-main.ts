// Finds work in transactions that waits for other processes: `make verify`.
import { globSync } from "node:fs";
import path from "node:path";
import typescript from "typescript";
import { repository } from "../config.ts";
import { transactionFaults } from "./transactions.ts";
import { tellFaults } from "./tree.ts";

const read = (file: string) => typescript.sys.readFile(file);
const config = typescript.readConfigFile(path.join(repository, "tsconfig.base.json"), read);
const { options } = typescript.convertCompilerOptionsFromJson(
  (config.config as { compilerOptions: unknown }).compilerOptions,
  repository,
);
const sources = globSync("{libs,services}/*/src/**/*.ts", { cwd: repository });
// Tests hold what they like in a transaction.
const files = sources.filter(
  (file) => !/(?:\.test\.ts$|\/testing\/|^libs\/testing\/|^services\/console\/app\/)/.test(file),
);
const program = typescript.createProgram(
  files.map((file) => path.join(repository, file)),
  options,
);
tellFaults(transactionFaults(program, repository));
