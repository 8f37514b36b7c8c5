import { AppError } from "@jst/errors";
import type { Caller } from "@jst/caller";
import { UrlRefused, type UrlGuard } from "@jst/jobs/outbound";

/** Throws url_not_public unless the URL may be delivered to. Isolated teams send over TLS alone (events.public-url). */
export async function requirePublicUrl(guard: UrlGuard, url: string, caller: Caller): Promise<void> {
  if (caller.team.isolated && !/^https:/i.test(url))
    throw refused("The webhook endpoints of this team need https. Send an https URL.");
  try {
    await guard.checkNew(url);
  } catch (error) {
    if (error instanceof UrlRefused) throw refused(error.message, error);
    throw error;
  }
}

function refused(reason: string, cause?: unknown): AppError {
  return new AppError("url_not_public", reason, {
    errors: [{ field: "url", code: "url_not_public", message: reason }],
    cause,
  });
}
