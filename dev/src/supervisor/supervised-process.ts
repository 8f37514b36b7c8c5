import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, openSync, renameSync, statSync } from "node:fs";
import { identify, type ProcessIdentity } from "../process/identity.ts";
import { stopProcess } from "../process/stop.ts";
import type { ProcessRecord, ProcessReport, ProcessSpec } from "./spec.ts";

const firstDelayMs = 100;
const maxDelayMs = 2_000;
/** A process that ran this long earns a fresh, short delay. */
const stableAfterMs = 10_000;
/** A log larger than this is set aside when its process starts. */
const maxLogBytes = 50 * 1024 * 1024;

/** Keeps one process running until it is told to stop; each unasked end doubles the wait, up to two seconds. */
export class SupervisedProcess {
  readonly spec: ProcessSpec;
  readonly #onChange: () => void;
  #identity: ProcessIdentity | undefined;
  #isRunning = false;
  #isStopping = false;
  #exits = 0;
  #lastExit: string | undefined;
  #delayMs = firstDelayMs;
  #restartTimer: NodeJS.Timeout | undefined;

  constructor(spec: ProcessSpec, onChange: () => void) {
    this.spec = spec;
    this.#onChange = onChange;
  }

  start(): void {
    const startedAt = performance.now();
    const child = this.#spawn();
    // A program that cannot be executed emits "error" and has no pid; one that ran emits "exit".
    child.once("error", (error) => this.#ended(error.message, startedAt));
    child.once("exit", (code, signal) => this.#ended(signal ?? `exit code ${code}`, startedAt));
    if (child.pid === undefined) return;
    this.#identity = identify(child.pid) ?? this.#identity;
    this.#isRunning = true;
    this.#onChange();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#restartTimer);
    if (this.#identity) await stopProcess(this.#identity, this.spec.stopSignal, this.spec.stopLimitMs);
  }

  report(): ProcessReport {
    const { name, url, log } = this.spec;
    const report = {
      name,
      url,
      log,
      pid: this.#identity?.pid ?? 0,
      isRunning: this.#isRunning,
      exits: this.#exits,
    };
    return this.#lastExit === undefined ? report : { ...report, lastExit: this.#lastExit };
  }

  /** Undefined while nothing runs. */
  record(): ProcessRecord | undefined {
    if (!this.#identity || !this.#isRunning) return undefined;
    const { name, stage, stopSignal, stopLimitMs } = this.spec;
    return { ...this.#identity, name, stage, stopSignal, stopLimitMs };
  }

  /** Detached: it leads its own process group and a Ctrl-C in the operator's terminal does not reach it. */
  #spawn(): ChildProcess {
    const { command, args, env, cwd, account, log } = this.spec;
    setLargeLogAside(log);
    const output = openSync(log, "a");
    try {
      return spawn(command, args, {
        env,
        cwd,
        detached: true,
        stdio: ["ignore", output, output],
        ...account,
      });
    } finally {
      closeSync(output);
    }
  }

  #ended(reason: string, startedAt: number): void {
    this.#isRunning = false;
    if (this.#isStopping) return;
    this.#exits += 1;
    this.#lastExit = reason;
    if (performance.now() - startedAt >= stableAfterMs) this.#delayMs = firstDelayMs;
    console.log(
      `${new Date().toISOString()} ${this.spec.name} ended (${reason}); next start in ${this.#delayMs} ms`,
    );
    this.#restartTimer = setTimeout(() => this.start(), this.#delayMs);
    this.#delayMs = Math.min(this.#delayMs * 2, maxDelayMs);
    this.#onChange();
  }
}

function setLargeLogAside(log: string): void {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (size > maxLogBytes) renameSync(log, `${log}.1`);
}
