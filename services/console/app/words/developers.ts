/** Of API keys. */
export const KEYS = {
  none: "There are no keys yet. Create one for your app or agent.",
  list: "Keys",
  of: (type: string) => `${type} key`,
  neverUsed: "never used",
  used: "used",
  revoked: "revoked",
  minters: {
    operator: "made by the operator",
    member: "made by a member",
    service: "made by another key",
    unknown: "made by an unknown minter",
  },
  reasons: {
    revoked: "by hand",
    refresh_replay: "its refresh token was used twice",
    member_removed: "its member was removed",
    minter_removed: "the member who answered for it was removed",
    disconnected: "its app was disconnected",
    code_replay: "its code was used twice",
    revoked_by_client: "by its app",
  },
  revoke: (name: string) => ({
    opens: "Revoke",
    title: `Revoke the key ${name}?`,
    does: "Revoke",
    says: "Every request with this key is refused within seconds. You cannot reverse this.",
  }),
  making: "A new key",
  name: "Name of the new key",
  may: "It may",
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
} as const;

/** Of webhooks. */
export const WEBHOOKS = {
  kind: "Endpoint",
  none: "There are no endpoints yet. Add one to receive signed events that you choose.",
  endpoints: "Endpoints",
  columns: {
    address: "Address",
    events: "Events",
    state: "State",
    arrived: "Arrived",
    waiting: "Waiting",
    failed: "Failed",
  },
  on: "on",
  off: "off",
  adding: "A new endpoint",
  address: "Address of the new endpoint",
  add: "Add the endpoint",
  secret: (url: string) => `secret of ${url}`,
  told: "Sends an event when",
  test: "Send a test event",
  deliveries: "Deliveries",
  theEndpoint: "The endpoint",
  noDeliveries: "There are no deliveries yet. Send a test event to see one arrive.",
  deliveryColumns: {
    event: "Event",
    state: "State",
    attempts: "Attempts",
    answer: "Answer",
    made: "Made",
    again: "Again",
  },
  unanswered: {
    timeout: "no answer in time",
    connection_failed: "no connection",
    tls_failed: "no trusted TLS connection",
    name_not_resolved: "its name leads to no address",
    url_not_public: "its address is not public",
  },
  sendAgain: "Send again",
  remove: {
    opens: "Remove",
    title: "Remove this endpoint?",
    does: "Remove",
    says: "No more events are sent to it, and waiting deliveries are dropped. The feed still has every event.",
  },
} as const;

/** Of the feed. */
export const EVENT_FEED = {
  none: "There are no events yet. The endpoints in Webhooks define which events the team stores.",
  columns: { event: "Event", when: "When", delivery: "Delivery", says: "Says" },
  payload: "Payload",
} as const;

/** How an agent or an app comes in. */
export const CONNECT = {
  takes: "An agent takes the address of the MCP server",
  asks: "; it asks a member to sign in.",
  andKey: "and a key of",
  address: "Address",
  file: "Clients that read .mcp.json",
  line: "Clients with a command line",
  inspector: "To see the tools",
  yourKey: "YOUR_KEY",
  described: "The whole API is described at",
  reference: "its reference",
  document: "its OpenAPI document",
  and: "and by",
  vscode: "Visual Studio Code, in .vscode/mcp.json",
  codex: "Clients that read a config.toml",
} as const;
