import type { components } from "@jst/client";

type Kind = components["schemas"]["Token"]["type"];

/** Names of the kinds of API keys; every page uses these. */
export const KEY_TYPES: Readonly<Record<Kind, string>> = {
  service: "service key",
  human: "personal key",
  break_glass: "emergency key",
};

export const KEYS = {
  none: "There are no API keys yet. Create one for your app or agent.",
  list: "API keys",
  of: (type: Kind) => KEY_TYPES[type],
  types: "Types of keys",
  explained: [
    [
      "Service key",
      "For a program that you trust. Its changes take effect at once, unless an approval rule says otherwise.",
    ],
    [
      "Personal key",
      "Acts in the name of a member. Its changes wait for approval, unless a setting or an approval rule lets them take effect at once.",
    ],
    ["Emergency key", "Gives a member access for four hours. Its changes always wait for approval."],
  ],
  neverUsed: "never used",
  used: "used",
  revoked: "revoked",
  until: "expires",
  expired: "expired",
  mintedBy: "created by",
  minters: {
    operator: "created by your administrator",
    unknown: "creator not known",
  },
  reasons: {
    revoked: "by hand",
    refresh_replay: "it was used twice, so somebody may have copied it",
    member_removed: "its member was removed",
    minter_removed: "the member who created it was removed",
    disconnected: "its app was disconnected",
    code_replay: "its sign-in was used twice, so somebody may have copied it",
    revoked_by_client: "by its app",
  },
  revoke: (name: string) => ({
    opens: "Revoke",
    title: `Revoke the key ${name}?`,
    does: "Revoke",
    says: "Within seconds, programs that use this key stop working. You cannot make the key valid again.",
  }),
  making: "A new key",
  name: "Name of the new key",
  may: "It may",
  writing: "Changes with the key",
  writes: { at_once: "Changes take effect at once", wait: "Changes wait for approval" },
  changesNothing: "A key that only reads changes nothing, so nothing waits.",
  isDirect:
    "What a program changes with this key takes effect at once, unless an approval rule names such keys. The key is valid until you revoke it.",
  waits:
    "The key acts in your name, within your role. Its changes wait in Approvals until another owner or admin approves them. If the team has no other owner or admin, approve them yourself. Approval rules can change this.",
  approvesNothing: "It cannot approve changes or manage the team.",
  runsOverRest:
    "In your team, changes by programs with personal keys take effect at once: only agents wait. You can change this in Settings.",
  isShort:
    "The key is valid for one hour. With its refresh key a program gets the next one; each refresh key is valid for 30 days and works once. An agent that can sign in needs no key: see",
  validUntil: "The key is valid until",
  renewed:
    "Then a program sends the refresh key with this command, and gets a new key and a new refresh key:",
  reaches: { read: "read everything", full: "do everything", chosen: "do what you choose" },
  chosen: "What the key may do",
  chooseOne: "Choose at least one thing that the key may do.",
  depths: {
    none: "nothing",
    read: "read",
    write: "read and write",
    delete: "read, write and delete",
    admin: "everything",
  },
  make: "Create key",
  key: (name: string) => `key ${name}`,
  refreshKey: (name: string) => `refresh key of ${name}`,
  yourRefreshKey: "YOUR_REFRESH_KEY",
} as const;

export const WEBHOOKS = {
  kind: "Webhook",
  none: "There are no webhooks yet. Add the address of a program, and choose the events that are sent to it. Each one is signed with a secret, so that the program can check the sender.",
  endpoints: "Webhooks",
  columns: {
    address: "Address",
    events: "Events",
    state: "State",
    arrived: "Delivered",
    waiting: "Waiting",
    failed: "Failed",
  },
  on: "on",
  off: "off",
  adding: "A new webhook",
  address: "Address of the new webhook",
  add: "Create webhook",
  secret: (url: string) => `secret of ${url}`,
  told: "Sends an event when",
  all: "anything happens, also kinds of events that are added later",
  noun: (noun: string) => `${noun.charAt(0).toUpperCase()}${noun.slice(1).replaceAll("_", " ")}`,
  wholeNoun: "anything of these happens",
  every: "all",
  some: (count: number) => `${count} chosen`,
  pace: {
    legend: "How events are sent",
    strict: "One at a time, in order",
    long: "Retry for three days",
    batches: "Several events together",
    max: "Events together at most",
    wait: "Wait for others, in milliseconds",
    perMinute: "Requests a minute at most",
  },
  blocked: {
    title: "This webhook has stopped",
    says: "A delivery failed after all attempts. The deliveries behind it wait, because this webhook sends in order.",
    skips: "The receiver never gets this delivery. The deliveries behind it are sent.",
    retry: "Retry",
    skip: "Skip",
    confirm: "Skip it",
  },
  test: "Send a test event",
  deliveries: "Deliveries",
  theEndpoint: "The webhook",
  noDeliveries: "There are no deliveries yet. Send a test event to see one arrive.",
  deliveryColumns: {
    event: "Event",
    state: "State",
    attempts: "Attempts",
    answer: "Response",
    made: "Created",
    again: "Retry",
  },
  unanswered: {
    timeout: "no response in time",
    connection_failed: "no connection",
    tls_failed: "no secure connection",
    name_not_resolved: "its address does not exist",
    url_not_public: "its address is not public",
  },
  sendAgain: "Send again",
  remove: (url: string) => ({
    opens: "Delete",
    title: `Delete the webhook ${url}?`,
    does: "Delete",
    says: "No more events are sent to this address, and waiting ones are not sent. The page Events still shows every event.",
  }),
} as const;

export const EVENT_FEED = {
  none: "There are no events yet. Events are stored after you add a webhook that receives them.",
  columns: { event: "Event", when: "When", delivery: "Delivery", says: "Content" },
  payload: "Content",
} as const;

/** How an agent or an app comes in. */
export const CONNECT = {
  takes: "Give your agent the address of the MCP server. Through it, the agent uses the team's data.",
  asks: "It asks a member to sign in.",
  andKey: "It needs a key from",
  writing: "Changes by agents",
  agents: {
    key: "An agent with a key can read. It changes data only while this setting is on:",
    app: "An app that a member connects reads and changes data only while this setting is on:",
  },
  state: (isOn: boolean) => (isOn ? "It is on." : "It is off."),
  where: "An owner or admin changes both in",
  address: "Address",
  file: "Agents that read .mcp.json",
  line: "Agents with a command line",
  inspector: "See what an agent can do",
  yourKey: "YOUR_KEY",
  described: "The whole API is described at",
  reference: "its reference",
  document: "its OpenAPI document",
  and: "and by",
  vscode: "Visual Studio Code, in .vscode/mcp.json",
  codex: "Agents that read config.toml",
} as const;
