// Generated from protos/ by `make gen`; edits are lost.

import { readFileSync } from "node:fs";

export interface CallerToken {
  /** As x-internal-token carries it; verify it before use. */
  caller_token: string;
  expires_at: string;
}

export interface KnownMember {
  id: string;
  role: string;
  /** Still a member, whose tokens are refused. */
  suspended: boolean;
}

export interface KnownMembers {
  /** In no order; an id of nobody, or of another team's member, is left out. */
  members: KnownMember[];
}

export interface MemberIds {
  team_id: string;
  ids: string[];
}

export interface TokenAtDoor {
  team_id: string;
  token_id: string;
  /** The way by which the call it stands for came in. */
  door: "rest" | "mcp" | "mcp_actions" | "actions" | "tools" | "internal";
}

/** Internal rpcs of other services that name this one as a caller. */
export interface InternalCalls {
  "auth.v1.Identities/CallerFor": { request: TokenAtDoor; response: CallerToken; readOnly: true };
  "auth.v1.Identities/FindMembers": { request: MemberIds; response: KnownMembers; readOnly: true };
}

/** The same as data, for InternalClient: which of them may be sent again, and their wire messages. */
export const internal = {
  rpcs: [
    {"name":"auth.v1.Identities/CallerFor","readOnly":true},
    {"name":"auth.v1.Identities/FindMembers","readOnly":true},
  ],
  descriptor: readFileSync(new URL("./internal.binpb", import.meta.url)),
} as const;
