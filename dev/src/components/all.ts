import { services } from "@jst/fleet";
import type { Component } from "../component.ts";
import { gateway } from "./gateway.ts";
import { kafka } from "./kafka.ts";
import { mail } from "./mail.ts";
import { postgres } from "./postgres.ts";
import { redis } from "./redis.ts";
import { serviceComponent } from "./service.ts";

/** Components that services need before they start; they start all at once. */
export const backing: readonly Component[] = [postgres, redis, kafka];

/** Components of a local fleet alone; a deployed one has a mail server of its operator's. */
export const besides: readonly Component[] = [mail];

/** The services, which start all at once on a migrated database. */
export const serviceComponents: readonly Component[] = services.map(serviceComponent);

/** The whole fleet in the order in which it starts. */
export const allComponents: readonly Component[] = [...backing, ...besides, ...serviceComponents, gateway];
