/** Age of a first failure from which a pending delivery counts as failing. */
const EARLY = "interval '15 minutes'";
/** SQL of the time of the first failure, which a worker of the former release does not write. */
const FIRST_FAILED_AT = "coalesce(d.first_failed_at, d.created_at)";

/**
 * Returns SQL of the times, as `at`, since which deliveries of the endpoint `e` fail. They used up their attempts, or
 * failed first long ago, since `arrivedAt`.
 */
export const failures = (schema: "" | "webhooks.", arrivedAt: string): string =>
  `select case d.status when 'failed' then d.failed_at else ${FIRST_FAILED_AT} end as at from ${schema}deliveries d
    where d.team_id = e.team_id and d.endpoint_id = e.id and d.failed_at > ${arrivedAt}
      and (d.status = 'failed'
        or d.status = 'pending' and d.attempts > 0 and ${FIRST_FAILED_AT} <= now() - ${EARLY})`;
