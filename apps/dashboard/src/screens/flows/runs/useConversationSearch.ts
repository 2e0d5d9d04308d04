import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { api } from "../../../api/client.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { contactName } from "../../../parts/contact-name.ts";
import type { Option } from "../../../ui/fields/Options.tsx";

interface Found {
  id: string;
  contact: { name: string | null; phone: string | null };
  lastMessageAt?: string | null;
}

/** For a combo box: the newest conversations, or those that match a text. */
export function useConversationSearch(): (q: string, signal: AbortSignal) => Promise<Option[]> {
  const { t, format } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: recent } = useQuery({
    queryKey: ["search", "list", "recent-conversations"],
    queryFn: ({ signal }) => api.conversations.list({ limit: 20 }, { signal }).page(),
    enabled: can(me, "conversations:read"),
    throwOnError: false,
    meta: { still: true },
  });
  const optionOf = ({ id, contact, lastMessageAt }: Found): Option => ({
    id,
    name: contactName(contact, t("contact.unnamed")),
    ...(lastMessageAt == null ? {} : { description: format.when(lastMessageAt) }),
  });
  return async (q, signal) =>
    q.trim() === ""
      ? (recent?.data ?? []).map(optionOf)
      : (await api.search.conversations({ q, limit: 20 }, { signal }).page()).data.map(optionOf);
}
