import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { Contact } from "@parley/sdk";
import { api } from "../../api/client.ts";
import { contactMergesQuery } from "../../api/contacts/contact-history.ts";
import { contacts } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { PanelSection } from "../../parts/contact/PanelSection.tsx";
import { showFailure } from "../../parts/show-failure.ts";
import { toast } from "../../shell/toast.ts";
import { Button } from "../../ui/Button.tsx";

/** The contacts that were merged into this one, with an undo while it is possible. */
export function PastMerges({ contact }: { contact: Contact }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data, refetch } = useQuery({ ...contactMergesQuery(contact.id), throwOnError: false });
  const merges = (data?.data ?? []).filter(({ undoneAt }) => undoneAt === null);
  if (merges.length === 0) return null;
  async function undo(id: string) {
    try {
      await api.contacts.unmerge(id);
      toast.show({ tone: "ok", text: t("merge.undone") });
    } catch (error) {
      showFailure(error, i18n);
    }
    await Promise.all([refetch(), contacts.invalidate(client)]);
  }
  return (
    <PanelSection title={t("merge.past")} count={merges.length}>
      {merges.map(({ id, mergedContactId, mergedContactName, mergedAt, undoableUntil }) => (
        <div className="mini" key={id}>
          <span className="min-w-0 grow">
            <bdi className="cut block">{mergedContactName ?? t("contact.unnamed")}</bdi>
            <span className="text-12 text-text-3">{format.when(mergedAt)}</span>
          </span>
          {undoableUntil !== null && can(me, "contacts:write") && (
            <Button size="small" onPress={() => void undo(mergedContactId)}>
              {t("common.undo")}
            </Button>
          )}
        </div>
      ))}
    </PanelSection>
  );
}
