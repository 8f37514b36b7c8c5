// Generated from protos/ by `make gen`; edits are lost.

import type { RpcDefinition } from "@jst/rpc";
import type { Deps } from "../src/deps.ts";
import { listAudit } from "../src/audit/list-audit.ts";
import { getConfig } from "../src/config/get-config.ts";
import { callerFor } from "../src/identities/caller-for.ts";
import { findMembers } from "../src/identities/find-members.ts";
import { createTeam } from "../src/operator/create-team.ts";
import { addMember } from "../src/operator/add-member.ts";
import { mintToken } from "../src/operator/mint-token.ts";
import { setConfig } from "../src/operator/set-config.ts";
import { listTeams } from "../src/operator/list-teams.ts";
import { verifyAudit } from "../src/operator/verify-audit.ts";
import { addHost } from "../src/operator/add-host.ts";
import { removeHost } from "../src/operator/remove-host.ts";
import { listTokens } from "../src/tokens/list-tokens.ts";
import { createToken } from "../src/tokens/create-token.ts";
import { deleteToken } from "../src/tokens/delete-token.ts";
import { refreshToken } from "../src/tokens/refresh-token.ts";
import type { Handler, InternalHandler, OpenHandler } from "./rpc.ts";
import * as schemas from "./schemas.ts";

const listAuditHandler: Handler<"ListAudit"> = listAudit;
const getConfigHandler: Handler<"GetConfig"> = getConfig;
const callerForHandler: InternalHandler<"CallerFor"> = callerFor;
const findMembersHandler: InternalHandler<"FindMembers"> = findMembers;
const createTeamHandler: InternalHandler<"CreateTeam"> = createTeam;
const addMemberHandler: InternalHandler<"AddMember"> = addMember;
const mintTokenHandler: InternalHandler<"MintToken"> = mintToken;
const setConfigHandler: InternalHandler<"SetConfig"> = setConfig;
const listTeamsHandler: InternalHandler<"ListTeams"> = listTeams;
const verifyAuditHandler: InternalHandler<"VerifyAudit"> = verifyAudit;
const addHostHandler: InternalHandler<"AddHost"> = addHost;
const removeHostHandler: InternalHandler<"RemoveHost"> = removeHost;
const listTokensHandler: Handler<"ListTokens"> = listTokens;
const createTokenHandler: Handler<"CreateToken"> = createToken;
const deleteTokenHandler: Handler<"DeleteToken"> = deleteToken;
const refreshTokenHandler: OpenHandler<"RefreshToken"> = refreshToken;

/** Every rpc this service answers. */
export const rpcs: readonly RpcDefinition<Deps>[] = [
  {
    service: "auth.v1.Audit",
    method: "ListAudit",
    path: [],
    access: "scope",
    resource: "audit",
    action: "read",
    module: "",
    status: 200,
    readOnly: true,
    request: null,
    query: schemas.ListAuditQuery,
    callers: [],
    handler: listAuditHandler,
  },
  {
    service: "auth.v1.Config",
    method: "GetConfig",
    path: [],
    access: "scope",
    resource: "config",
    action: "read",
    module: "",
    status: 200,
    readOnly: true,
    request: null,
    query: null,
    callers: [],
    handler: getConfigHandler,
  },
  {
    service: "auth.v1.Identities",
    method: "CallerFor",
    path: [],
    access: "internal",
    resource: "",
    action: "read",
    module: "",
    status: 200,
    readOnly: true,
    request: schemas.TokenAtDoor,
    query: null,
    callers: ["data","crm","webhooks"],
    handler: callerForHandler,
  },
  {
    service: "auth.v1.Identities",
    method: "FindMembers",
    path: [],
    access: "internal",
    resource: "",
    action: "read",
    module: "",
    status: 200,
    readOnly: true,
    request: schemas.MemberIds,
    query: null,
    callers: ["data","crm"],
    handler: findMembersHandler,
  },
  {
    service: "auth.v1.Operator",
    method: "CreateTeam",
    path: [],
    access: "internal",
    resource: "",
    action: "write",
    module: "",
    status: 201,
    readOnly: false,
    request: schemas.NewTeam,
    query: null,
    callers: ["operator"],
    handler: createTeamHandler,
  },
  {
    service: "auth.v1.Operator",
    method: "AddMember",
    path: [],
    access: "internal",
    resource: "",
    action: "write",
    module: "",
    status: 201,
    readOnly: false,
    request: schemas.NewMember,
    query: null,
    callers: ["operator"],
    handler: addMemberHandler,
  },
  {
    service: "auth.v1.Operator",
    method: "MintToken",
    path: [],
    access: "internal",
    resource: "",
    action: "write",
    module: "",
    status: 201,
    readOnly: false,
    request: schemas.NewToken,
    query: null,
    callers: ["operator"],
    handler: mintTokenHandler,
  },
  {
    service: "auth.v1.Operator",
    method: "SetConfig",
    path: [],
    access: "internal",
    resource: "",
    action: "write",
    module: "",
    status: 200,
    readOnly: false,
    request: schemas.NewSetting,
    query: null,
    callers: ["operator"],
    handler: setConfigHandler,
  },
  {
    service: "auth.v1.Operator",
    method: "ListTeams",
    path: [],
    access: "internal",
    resource: "",
    action: "read",
    module: "",
    status: 200,
    readOnly: true,
    request: schemas.TeamsAfter,
    query: null,
    callers: ["operator"],
    handler: listTeamsHandler,
  },
  {
    service: "auth.v1.Operator",
    method: "VerifyAudit",
    path: [],
    access: "internal",
    resource: "",
    action: "read",
    module: "",
    status: 200,
    readOnly: true,
    request: schemas.AuditPart,
    query: null,
    callers: ["operator"],
    handler: verifyAuditHandler,
  },
  {
    service: "auth.v1.Operator",
    method: "AddHost",
    path: [],
    access: "internal",
    resource: "",
    action: "write",
    module: "",
    status: 200,
    readOnly: false,
    request: schemas.TeamHost,
    query: null,
    callers: ["operator"],
    handler: addHostHandler,
  },
  {
    service: "auth.v1.Operator",
    method: "RemoveHost",
    path: [],
    access: "internal",
    resource: "",
    action: "write",
    module: "",
    status: 200,
    readOnly: false,
    request: schemas.TeamHost,
    query: null,
    callers: ["operator"],
    handler: removeHostHandler,
  },
  {
    service: "auth.v1.Tokens",
    method: "ListTokens",
    path: [],
    access: "scope",
    resource: "tokens",
    action: "read",
    module: "",
    status: 200,
    readOnly: true,
    request: null,
    query: schemas.ListTokensQuery,
    callers: [],
    handler: listTokensHandler,
  },
  {
    service: "auth.v1.Tokens",
    method: "CreateToken",
    path: [],
    access: "scope",
    resource: "tokens",
    action: "write",
    module: "",
    status: 201,
    readOnly: false,
    request: schemas.TokenDraft,
    query: null,
    secrets: ["value","refresh_token"],
    callers: [],
    handler: createTokenHandler,
  },
  {
    service: "auth.v1.Tokens",
    method: "DeleteToken",
    path: ["token_id"],
    access: "scope",
    resource: "tokens",
    action: "delete",
    module: "",
    status: 200,
    readOnly: false,
    request: null,
    query: null,
    callers: [],
    handler: deleteTokenHandler,
  },
  {
    service: "auth.v1.Tokens",
    method: "RefreshToken",
    path: [],
    access: "public",
    resource: "",
    action: "write",
    module: "",
    status: 200,
    readOnly: false,
    request: schemas.Refresh,
    query: null,
    secrets: ["value","refresh_token"],
    callers: [],
    handler: refreshTokenHandler,
  },
];
