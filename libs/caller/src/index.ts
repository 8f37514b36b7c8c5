/** The signed identity that travels from auth to every service. */
export { permits, type Caller, type Door, type Role, type Scope, type ScopeAction, type TeamFacts, type TokenType } from "./caller.ts";
