import { serve } from "@jst/jobs/thread";
import { readMail } from "./read-mail.ts";
import { Unreadable } from "./parse-mail.ts";

serve(readMail, (error) => error instanceof Unreadable);
