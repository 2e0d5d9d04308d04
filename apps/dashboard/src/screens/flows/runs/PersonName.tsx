import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { contacts } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { contactName } from "../../../parts/contact-name.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { shorten } from "../../../ui/lib/shorten.ts";

/** The contact of a run; its id for people who may not see contacts. */
export function PersonName({ contactId }: { contactId: string }) {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data } = useQuery({
    ...contacts.detailQuery(contactId),
    enabled: can(me, "contacts:read"),
    throwOnError: false,
    staleTime: 60_000,
  });
  const name = data === undefined ? shorten(contactId) : contactName(data, t("contact.unnamed"));
  return (
    <span className="flow-person">
      <Avatar id={contactId} name={name} size={20} />
      <bdi className="cut">{name}</bdi>
    </span>
  );
}
