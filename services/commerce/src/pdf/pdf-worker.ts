import { serve } from "@jst/jobs/thread";
import { invoicePdf } from "./invoice-pdf.ts";

serve(invoicePdf, () => false);
