import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { api, type Schemas } from "../api.ts";

/** Returns the configuration of the team; undefined while it is not known. */
export function useConfig(): Schemas["TeamConfig"] | undefined {
  const { data } = useQuery({
    queryKey: ["config"],
    queryFn: () => answered(api.GET("/api/v1/config")),
    refetchInterval: 60_000,
  });
  return data;
}

/** Which modules are on, by their keys; none as long as it is not known. */
export function useModules(): Readonly<Record<string, boolean>> {
  return useConfig()?.modules ?? {};
}
