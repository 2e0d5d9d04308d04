import "../../styles/screens/contacts.css";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { GitMerge } from "lucide-react";
import type { Contact, MergeSuggestion } from "@parley/sdk";
import { api } from "../../api/client.ts";
import { mergeSuggestionsQuery } from "../../api/contacts/contact-history.ts";
import { contacts } from "../../api/resources.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { contactName } from "../../parts/contact-name.ts";
import { showFailure } from "../../parts/show-failure.ts";
import { toast } from "../../shell/toast.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import { Chip } from "../../ui/Chip.tsx";

/** Possible duplicates, with reasons and differences. A merge can be undone for a month. */
export function MergeSuggestions({ contact, onMerged }: { contact: Contact; onMerged(): void }) {
  const i18n = useI18n();
  const { t } = i18n;
  const client = useQueryClient();
  const { data, refetch } = useQuery({ ...mergeSuggestionsQuery(contact.id), throwOnError: false });
  const [best] = data?.data ?? [];
  if (best === undefined) return null;
  const other = best.contact;
  async function merge() {
    try {
      await api.contacts.merge(contact.id, { contactId: other.id });
      toast.show({
        ...{ id: "undo", tone: "ok", text: t("merge.done") },
        action: {
          label: t("common.undo"),
          keys: "mod+z",
          run: () =>
            void api.contacts.unmerge(other.id).then(
              () => contacts.invalidate(client),
              (error: unknown) => showFailure(error, i18n),
            ),
        },
      });
      onMerged();
    } catch (error) {
      showFailure(error, i18n);
    }
  }
  async function dismiss() {
    await api.contacts.mergeSuggestions.dismiss(contact.id, { contactId: other.id }).catch((error: unknown) => showFailure(error, i18n));
    await refetch();
  }
  return (
    <section className="merge-box" aria-label={t("merge.title")}>
      <header className="flex items-center gap-2">
        <GitMerge className="icon" aria-hidden />
        <b>{t("merge.title")}</b>
        <span className="ms-auto flex gap-1.5">
          <Button variant="ghost" size="small" onPress={() => void dismiss()}>
            {t("merge.no")}
          </Button>
          <Button variant="accent" size="small" onPress={() => void merge()}>
            {t("merge.merge")}
          </Button>
        </span>
      </header>
      <div className="merge-pair">
        <Side contact={contact} kept />
        <Side contact={other} />
      </div>
      <p className="flex flex-wrap items-center gap-1.5">
        <span className="text-text-2">{t("merge.same")}</span>
        {best.reasons.map((reason) => (
          <Chip key={reason} tone="ok">
            {t(`merge.reason.${reason}`)}
          </Chip>
        ))}
        <Differences pair={[contact, best]} />
      </p>
    </section>
  );
}

function Side({ contact, kept = false }: { contact: Contact; kept?: boolean }) {
  const { t } = useI18n();
  const name = contactName(contact, t("contact.unnamed"));
  return (
    <div className="card flex items-center gap-2 p-2.5">
      <Avatar id={contact.id} name={name} size={32} />
      <span className="min-w-0 grow">
        <bdi className="cut block">{name}</bdi>
        <bdi className="text-12 text-text-3" dir="ltr">
          {contact.phone ?? contact.email}
        </bdi>
      </span>
      {kept && <Chip>{t("merge.kept")}</Chip>}
    </div>
  );
}

function Differences({ pair: [contact, suggestion] }: { pair: [Contact, MergeSuggestion] }) {
  const { t, format } = useI18n();
  const other = suggestion.contact;
  const compared = ["name", "phone", "email", "language", "country"] as const;
  const differing = compared.filter((field) => contact[field] !== null && other[field] !== null && contact[field] !== other[field]);
  if (differing.length === 0) return null;
  return <span className="text-text-2">{t("merge.differ", { fields: format.list(differing.map((field) => t(`contact.${field}`))) })}</span>;
}
