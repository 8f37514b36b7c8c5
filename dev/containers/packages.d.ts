// Types of a package that is installed only where containers are started. In the tree's packages it would add a hundred
// more to every install.
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
