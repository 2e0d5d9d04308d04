import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { Contact } from "@parley/sdk";
import { contactTagsQuery } from "../../api/contacts/contact-tags.ts";
import { contacts } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { TagInput } from "../../ui/fields/TagInput.tsx";

export function ContactTags({ contact }: { contact: Contact }) {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: known } = useQuery({ ...contactTagsQuery(), throwOnError: false });
  const client = useQueryClient();
  return (
    <TagInput
      label={t("contact.tags")}
      hideLabel
      value={contact.tags}
      suggestions={known?.data.map(({ name }) => name) ?? []}
      placeholder={t("contact.addTag")}
      isReadOnly={!can(me, "contacts:write")}
      onChange={(tags) => void contacts.update(client, contact.id, { tags })}
    />
  );
}
