import { answered } from "@jst/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { Button } from "react-aria-components";
import { api, isSignedOut } from "../api.ts";
import { forgetUsedTables } from "../frame/used-tables.ts";
import { showToast } from "../parts/toasts.tsx";
import { forgetPreferences } from "../preferences/browser-copy.ts";
import { SHELL } from "../words/places.ts";
import { useSession } from "./session.ts";

/** Ends this session. SignedIn, which asks for it again, then leads to sign in. */
export function SignOut() {
  const { id } = useSession();
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: () =>
      answered(api.DELETE("/api/v1/sessions/{session_id}", { params: { path: { session_id: id } } })),
    onSuccess: () => {
      forgetUsedTables();
      forgetPreferences();
    },
    onError: (error) => {
      if (!isSignedOut(error)) showToast({ text: SHELL.notSignedOut });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["session"] }),
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
