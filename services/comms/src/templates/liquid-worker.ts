import { serve } from "@jst/jobs/thread";
import { doLiquid } from "./liquid-work.ts";

serve(doLiquid, () => false);
