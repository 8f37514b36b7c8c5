// The little of the peer's packages that we use. They are installed by `make bench` alone, so the type check of the
// tree must not need them.

declare module "postgraphile" {
  import type { IncomingMessage, Server } from "node:http";

  interface Preset {
    extends: unknown[];
    plugins: unknown[];
    pgServices: unknown[];
    grafast: {
      explain: boolean;
      context: (request: { node?: { req: IncomingMessage } }) => {
        pgSettings: Record<string, unknown>;
      };
    };
    grafserv: {
      graphiql: boolean;
      watch: boolean;
      outputDataAsString: boolean;
      persistedOperations: Record<string, string>;
      hashFromPayload: (request: { documentId?: string }) => string | undefined;
    };
  }
  export function postgraphile(preset: Preset): {
    createServ(grafserv: unknown): { addTo(server: Server): Promise<void> };
  };
}

declare module "postgraphile/adaptors/pg" {
  export function makePgService(options: {
    connectionString: string;
    schemas: string[];
    poolConfig: Record<string, unknown>;
  }): unknown;
}

declare module "postgraphile/grafserv/node" {
  export const grafserv: unknown;
}

declare module "postgraphile/presets/amber" {
  export const PostGraphileAmberPreset: unknown;
}

declare module "@grafserv/persisted" {
  export const PersistedPlugin: unknown;
}
