import { serve } from "@jst/jobs/thread";
import { matchTexts } from "./match-texts.ts";

serve(matchTexts, () => false);
