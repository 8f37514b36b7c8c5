// Generated from protos/ by `make gen`; edits are lost.

/** Services that own a tool or have changesets; the agent needs the address of each. */
export const calledServices = ["crm","data","webhooks"] as const;

/** Those whose writes can be proposed, in the order in which the gateway tells them apart. */
export const changesetServices = ["crm","data","webhooks"] as const;
