import type { Texts } from "@jst/db";

/** Texts of auth that stay as they were sent (conventions.normalization). */
export const texts: Texts = {
  exact: {
    audit: "entries are chained by their hashes",
    extension_rules: "hosts, paths and names in ASCII, which the role of the service does not write",
    hosts: "names of hosts",
    member_mails: "hosts and paths",
    oauth_clients: "clients belong to no team and name themselves",
    oauth_codes: "addresses and digests as a client sent them",
    oauth_requests: "requests as a client sent them",
    request_counts: "names of doors",
    "sessions.host": "names of hosts",
    "sessions.user_agent": "a header as it was sent",
    sign_in_requests: "addresses, hosts and paths of a request that is over within the hour",
    vault_entries: "names in ASCII, which the role of the service does not reach",
  },
};
