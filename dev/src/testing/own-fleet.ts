import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import path from "node:path";
import { allComponents } from "../components/all.ts";
import type { Component, Fleet } from "../component.ts";
import { readSettings, repository, type Settings } from "../config.ts";
import { fetchPrograms } from "../fetch/fetch.ts";
import { openRunning, reset, up } from "../fleet.ts";
import { findFreeBase } from "../ports.ts";
import { createProgress } from "../progress.ts";
import { startComponent } from "../start.ts";
import type { FleetFacts } from "../supervisor/spec.ts";

/** Reply to a request through the gateway of an own fleet. */
export interface Answer {
  status: number;
  headers: Headers;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test looks into the reply's members; their shape is what it asserts.
  body: any;
}

/** Variables of an environment. */
export type Variables = Readonly<Record<string, string>>;

/** A whole fleet for one file of tests, beside all others. */
export class OwnFleet {
  readonly settings: Settings;
  fleet!: Fleet;
  #facts!: FleetFacts;

  private constructor(settings: Settings) {
    this.settings = settings;
  }

  /** Starts it; its state is a folder of its own whose name begins with this. */
  static async start(name: string): Promise<OwnFleet> {
    mkdirSync(path.join(repository, ".test"), { recursive: true });
    const stateDir = mkdtempSync(path.join(repository, ".test", `${name}-`));
    const own = new OwnFleet({ ...readSettings(), stateDir, basePort: await findFreeBase() });
    try {
      await own.up();
    } catch (error) {
      await own.reset();
      throw error;
    }
    return own;
  }

  /** Brings it up again. */
  async up(): Promise<void> {
    this.#facts = await up(this.settings, progress);
    this.fleet = await openRunning(this.settings);
  }

  /**
   * Restarts components at once with what is on disk and in their declaration now, and with further variables, which
   * may be made of those that they have; resolves once all do their work.
   */
  async restart(
    names: string | readonly string[],
    further: Variables | ((given: Variables) => Variables) = {},
  ): Promise<void> {
    this.fleet = await openRunning(this.settings);
    const programs = await fetchPrograms(this.settings, progress);
    const components = allComponents.filter(({ name }) => [names].flat().includes(name));
    await Promise.all(
      components.map((component) => {
        const prepare: Component["prepare"] = async (...given) => {
          const spec = await component.prepare(...given);
          // A specification that differs in something is what the supervisor restarts for.
          const others = typeof further === "function" ? further(spec.env) : further;
          return { ...spec, env: { ...spec.env, RESTART: randomUUID(), ...others } };
        };
        return startComponent({ ...component, prepare }, this.fleet, programs, progress);
      }),
    );
  }

  /** Returns the log of a service's newest process since it is ready. */
  log(service: string): string {
    const text = readFileSync(this.fleet.paths.log(service), "utf8");
    return text.split('"message":"started"').at(-1) ?? "";
  }

  /** Ends it and removes what it has written. */
  reset(): Promise<void> {
    return reset(this.settings, progress);
  }

  /** One request with the demo team's service token, as it is. */
  fetch(target: string, options: RequestInit = {}): Promise<Response> {
    const { base_url: base, tokens } = this.#facts;
    const headers = { authorization: `Bearer ${tokens.service}`, ...(options.headers as object) };
    return fetch(`${base}${target}`, { ...options, headers });
  }

  /** One request with the demo team's service token. */
  async call(method: string, target: string, body?: object): Promise<Answer> {
    const response = await this.fetch(target, {
      method,
      headers: { "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === "" ? undefined : (JSON.parse(text) as unknown),
    };
  }
}

const progress = createProgress(() => undefined);
