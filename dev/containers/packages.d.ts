// What stores.ts uses of a package that is installed only where containers are started. Were it a package of the tree,
// everybody would install a hundred more.
declare module "testcontainers" {
  export class GenericContainer {
    constructor(image: string);
    withEnvironment(environment: Record<string, string>): this;
    withExposedPorts(...ports: (number | { container: number; host: number })[]): this;
    withWaitStrategy(strategy: WaitStrategy): this;
    withPullPolicy(policy: { shouldPull(): boolean }): this;
    withStartupTimeout(ms: number): this;
    start(): Promise<StartedTestContainer>;
  }
  export interface StartedTestContainer {
    getMappedPort(port: number): number;
    stop(): Promise<unknown>;
  }
  export interface WaitStrategy {
    withStartupTimeout(ms: number): this;
  }
  export const Wait: { forLogMessage(text: string): WaitStrategy };
}
