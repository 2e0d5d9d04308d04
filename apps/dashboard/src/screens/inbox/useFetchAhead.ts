import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect } from "react";
import type { Conversation } from "@parley/sdk";
import { fetchThreadAhead } from "../../api/inbox/useThread.ts";
import { whenIdle } from "../../ui/lib/lazy-code.ts";
import { ContactPanel, ThreadPane } from "./lazy-parts.tsx";

/** Prefetches what is likely to be opened next: the code, and the messages of the conversations next to the open one, or of the first. */
export function useFetchAhead(shown: RefObject<readonly Conversation[]>, list: unknown, conversationId: string | undefined): void {
  const queryClient = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a different list has different neighbours
  useEffect(
    () =>
      whenIdle(
        () => {
          ThreadPane.start();
          ContactPanel.start();
          const at = shown.current.findIndex(({ id }) => id === conversationId);
          for (const next of at === -1 ? [0] : [at + 1, at - 1]) {
            const id = shown.current[next]?.id;
            if (id !== undefined) void fetchThreadAhead(queryClient, id);
          }
        },
        () => queryClient.isFetching() > 0,
      ),
    [shown, list, conversationId, queryClient],
  );
}
