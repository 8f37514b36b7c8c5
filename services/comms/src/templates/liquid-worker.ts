import { serve } from "@jst/jobs/thread";
import { doLiquid } from "./liquid.ts";

serve(doLiquid, () => false);
