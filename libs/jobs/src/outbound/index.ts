/** Requests to addresses that customers name: the public internet and nothing else. */
export { isPublicAddress, parseRanges } from "./addresses.ts";
export { Connections } from "./connections.ts";
export { guardOf, type GuardSettings } from "./guard-of.ts";
export { UrlGuard, type PinnedTarget } from "./guard.ts";
export { get, open, post, type Get, type OpenAnswer, type Post, type PostAnswer } from "./post.ts";
export { dnsResolver, type Resolve } from "./resolve.ts";
export { guardSettings } from "./settings.ts";
export { NameUnknown, parseTarget, UrlRefused, type GuardRules } from "./target.ts";
