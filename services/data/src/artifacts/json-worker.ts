import { serve } from "@jst/jobs/thread";

serve(
  (content: string): string | null => {
    try {
      JSON.parse(content);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : "Not JSON.";
    }
  },
  () => false,
);
