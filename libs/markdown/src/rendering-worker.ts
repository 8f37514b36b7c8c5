import { serve } from "@jst/jobs/thread";
import { renderMarkdown, TooMuchMarkup } from "./render-markdown.ts";

serve(renderMarkdown, (error) => error instanceof TooMuchMarkup);
