import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { api } from "../api.ts";

/** Which modules are on, by their keys; none as long as it is not known. */
export function useModules(): Readonly<Record<string, boolean>> {
  const { data } = useQuery({
    queryKey: ["config"],
    queryFn: () => answered(api.GET("/api/v1/config")),
    refetchInterval: 60_000,
  });
  return data?.modules ?? {};
}
