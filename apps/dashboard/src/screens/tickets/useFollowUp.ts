import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useOnce } from "../../api/attempts/once.ts";
import { api } from "../../api/client.ts";
import { tickets } from "../../api/resources.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { showFailure } from "../../parts/show-failure.ts";

/** Creates a ticket that follows up a closed one, and opens it. */
export function useFollowUp(ticketId: string): () => Promise<void> {
  const i18n = useI18n();
  const client = useQueryClient();
  const once = useOnce();
  const navigate = useNavigate();
  return async () => {
    try {
      const made = await once(ticketId, (options) => api.tickets.followUp(ticketId, {}, options));
      await tickets.invalidate(client);
      await navigate({ to: "/tickets/$ticketId", params: { ticketId: made.id }, search: true });
    } catch (error) {
      showFailure(error, i18n);
    }
  };
}
