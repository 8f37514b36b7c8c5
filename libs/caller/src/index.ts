/** The signed identity that travels from auth to every service. */
export {
  hasRight,
  isModuleOn,
  requireModuleOn,
  requireRight,
  requireRpcRight,
  requireSignedIn,
  unprovenMember,
  type Rights,
} from "./access.ts";
export {
  actorIdOf,
  permits,
  provesMember,
  type Caller,
  type Door,
  type Minter,
  type OAuthApp,
  type Role,
  type Scope,
  type ScopeAction,
  type TeamFacts,
  type TokenType,
} from "./caller.ts";
export { isLeading, lesserRole, roleAllows, roleScopes } from "./roles.ts";
export { CallerSigner, type CallerSignerOptions, type SignedCaller } from "./caller-signer.ts";
export { CallerVerifier, type CallerVerifierOptions } from "./caller-verifier.ts";
export { guardedMark, withGuarded, withoutGuarded, type GuardedValues } from "./guarded.ts";
export {
  ServiceSigner,
  ServiceVerifier,
  type ServiceSignerOptions,
  type ServiceVerifierOptions,
} from "./service-identity.ts";
export {
  metadataOf,
  requireCallerRight,
  requireReach,
  resourcePaths,
  RESOURCE_METADATA,
  signInChallenge,
  stepUpChallenge,
  type Audience,
  type Right,
} from "./challenge.ts";
export {
  cappedWords,
  grantableWords,
  isGrantable,
  isPreset,
  presetNames,
  presets,
  scopesOf,
  wordsOf,
  type Preset,
} from "./presets.ts";
