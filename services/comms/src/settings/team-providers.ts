import { type CarriedChannel, type Route, type ProviderRouting, capturing } from "../providers/provider.ts";
import { type Connect, smtpServerOf } from "../providers/smtp/connect.ts";
import { Smtp } from "../providers/smtp/smtp.ts";
import { Twilio, type TwilioParts } from "../providers/twilio/twilio.ts";
import { settingsOf, type SettingParts } from "./team-settings.ts";

/** Milliseconds for which settings are taken to be what they were; they are in force within five seconds. */
const KNOWN_MS = 3_000;
/** Teams whose servers are kept connected; the one that was asked for longest ago goes first. */
const TEAMS_MAX = 500;

/** Default address of Twilio's API. */
const TWILIO_API = "https://api.twilio.com";

/** Providers of a team, for as long as its settings stay as they are. */
interface CachedProviders {
  settings: ReadonlyMap<string, string>;
  /** Settings as text: a change of it makes a new provider. */
  print: string;
  readAt: number;
  smtp: Smtp | undefined;
  twilio: Twilio | undefined;
}

/** Parts that make the providers of teams. */
export interface WayParts extends SettingParts {
  connect: Connect;
  /** Authority of the certificates of mail servers, if it is not a public one. */
  ca?: string;
  twilio: TwilioParts;
}

/** The ways of teams by their settings (comms.settings); a team without any captures. */
export class TeamProviders implements ProviderRouting {
  readonly #parts: WayParts;
  readonly #known = new Map<string, CachedProviders>();

  constructor(parts: WayParts) {
    this.#parts = parts;
  }

  /** See ProviderRouting. Throws while the settings cannot be read. */
  async routeOf(teamId: string, channel: CarriedChannel): Promise<Route> {
    const { settings, smtp, twilio } = await this.#of(teamId);
    const carriers = { capture: undefined, smtp, twilio };
    const named = settings.get(`comms.${channel}.provider`) ?? "capture";
    const captured = await capturing.routeOf(teamId, channel);
    return {
      provider: carriers[named as keyof typeof carriers] ?? captured.provider,
      from: settings.get(`comms.${channel}.from`) ?? captured.from,
    };
  }

  /** Makes the next call read the settings of a team again. */
  forget(teamId: string): void {
    const known = this.#known.get(teamId);
    if (known !== undefined) known.readAt = 0;
  }

  /** Closes the connections to all servers. */
  close(): void {
    for (const { smtp } of this.#known.values()) smtp?.close();
    this.#known.clear();
  }

  async #of(teamId: string): Promise<CachedProviders> {
    const before = this.#known.get(teamId);
    if (before !== undefined && Date.now() - before.readAt < KNOWN_MS) return before;
    const readAt = Date.now();
    const settings = await settingsOf(this.#parts, teamId);
    const print = JSON.stringify([...settings]);
    const latest = this.#known.get(teamId);
    if (latest?.print === print) return Object.assign(latest, { readAt });
    // Messages under way end on the connection that they have.
    latest?.smtp?.retire();
    const known: CachedProviders = {
      settings,
      print,
      readAt,
      smtp: this.#smtpOf(settings),
      twilio: this.#twilioOf(settings),
    };
    this.#known.delete(teamId);
    this.#known.set(teamId, known);
    this.#makeRoom();
    return known;
  }

  #smtpOf(settings: ReadonlyMap<string, string>): Smtp | undefined {
    if (settings.get("comms.email.provider") !== "smtp") return undefined;
    const server = smtpServerOf(settings.get("comms.email.smtp_url") ?? "");
    if (server === undefined) throw new Error("The stored SMTP URL is not valid.");
    const { connect, ca } = this.#parts;
    return new Smtp({ server, connect, ca, dkim: dkimOf(settings) });
  }

  #twilioOf(settings: ReadonlyMap<string, string>): Twilio | undefined {
    const [accountSid, authToken] = ["account_sid", "auth_token"].map((key) =>
      settings.get(`comms.twilio.${key}`),
    );
    if (accountSid === undefined || authToken === undefined) return undefined;
    const apiUrl = settings.get("comms.twilio.api_url") ?? TWILIO_API;
    return new Twilio({ accountSid, authToken, apiUrl }, this.#parts.twilio);
  }

  #makeRoom(): void {
    for (const [teamId, { smtp }] of this.#known) {
      if (this.#known.size <= TEAMS_MAX) return;
      smtp?.retire();
      this.#known.delete(teamId);
    }
  }
}

function dkimOf(settings: ReadonlyMap<string, string>) {
  const [domain, selector, privateKey] = ["domain", "selector", "private_key"].map((name) =>
    settings.get(`comms.email.dkim_${name}`),
  );
  if (domain === undefined || selector === undefined || privateKey === undefined) return undefined;
  return { domain, selector, privateKey };
}
