/** Most approvals that a rule may need, and most hours that a proposal waits (rules.deciding). */
export const NEEDED_MAX = 10;
export const TIMEOUT_HOURS_MAX = 336;
