import { answered } from "@jst/client";
import { useMutation } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { Button } from "react-aria-components";
import { api } from "../api.ts";
import { forgetUsedTables } from "../frame/used-tables.ts";
import { SHELL } from "../words/places.ts";
import { useSession } from "./session.ts";

/** Ends this session; the next page is the one to sign in. */
export function SignOut() {
  const { id } = useSession();
  const end = useMutation({
    mutationFn: () =>
      answered(api.DELETE("/api/v1/sessions/{session_id}", { params: { path: { session_id: id } } })),
    onSettled: () => {
      forgetUsedTables();
      globalThis.location.assign("/p/sign-in");
    },
  });
  return (
    <Button
      className="icon"
      aria-label={SHELL.signOut}
      isPending={end.isPending}
      onPress={() => end.mutate()}
    >
      <LogOut size={16} aria-hidden />
    </Button>
  );
}
