import pg from "pg";

/** Channels to listen to, and their handlers. */
export interface ListenerOptions {
  connectionString: string;
  applicationName: string;
  channels: readonly string[];
  onNotification(channel: string, payload: string): void;
  /** Called after every connect, the first included: notifications before it may have been missed. */
  onListening(): void;
  /** Called when the connection is lost or cannot be made; it is tried again. */
  onLost?(error: Error): void;
}

const firstDelayMs = 50;
const delayMsMax = 2_000;

/** A LISTEN connection that comes back by itself for as long as it is not closed. */
export class Listener {
  readonly #options: ListenerOptions;
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #delayMs = firstDelayMs;
  #isClosed = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  /** Starts listening. It does not wait for the server: onListening tells when it has been reached. */
  start(): void {
    void this.#connect();
  }

  /** Stops for good. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    await this.#client?.end();
  }

  async #connect(): Promise<void> {
    const { connectionString, applicationName, channels } = this.#options;
    const client = new pg.Client({
      connectionString,
      application_name: applicationName,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    this.#client = client;
    const { promise: lost, resolve: lose } = Promise.withResolvers<Error>();
    client.on("error", lose);
    client.on("end", () => lose(new Error("The server ended the connection.")));
    client.on("notification", ({ channel, payload = "" }) => this.#options.onNotification(channel, payload));
    try {
      await client.connect();
      for (const channel of channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      this.#delayMs = firstDelayMs;
      if (!this.#isClosed) this.#options.onListening();
    } catch (error) {
      lose(error instanceof Error ? error : new Error(String(error)));
    }
    this.#reconnectAfter(await lost, client);
  }

  #reconnectAfter(error: Error, client: pg.Client): void {
    // A half-open connection would otherwise stay behind the new one.
    client.end().catch(() => undefined);
    if (this.#isClosed) return;
    this.#options.onLost?.(error);
    this.#retry = setTimeout(() => void this.#connect(), this.#delayMs);
    this.#delayMs = Math.min(this.#delayMs * 2, delayMsMax);
  }
}
