import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { Contact } from "@parley/sdk";
import { contactFields, contacts } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { InlineField } from "../../ui/fields/InlineField.tsx";
import { ChannelGlyph } from "../ChannelGlyph.tsx";
import { CustomFact } from "../fields/CustomFact.tsx";

/** The fields of a contact, each edited in place. */
export function ContactFacts({ contact }: { contact: Contact }) {
  const { t, language } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: fields } = useQuery({ ...contactFields.listQuery(), throwOnError: false });
  const client = useQueryClient();
  const readOnly = !can(me, "contacts:write");
  const save = (patch: Parameters<typeof contacts.update>[2]) => contacts.update(client, contact.id, patch, { quiet: true });
  const others = contact.identities.filter(({ username }) => username !== null);
  const countries = new Intl.DisplayNames(language, { type: "region" });
  return (
    <dl className="facts">
      <dt>{t("contact.name")}</dt>
      <dd>
        <InlineField
          label={t("contact.name")}
          value={contact.name}
          placeholder={t("contact.add")}
          isReadOnly={readOnly}
          onSave={(name) => save({ name: name.trim() === "" ? null : name })}
        />
      </dd>
      <dt>{t("contact.phone")}</dt>
      <dd>
        <InlineField
          label={t("contact.phone")}
          value={contact.phone}
          placeholder={t("contact.add")}
          type="tel"
          isCode
          isReadOnly={readOnly}
          onSave={(phone) => save({ phone: phone.trim() === "" ? null : phone })}
        />
      </dd>
      <dt>{t("contact.email")}</dt>
      <dd>
        <InlineField
          label={t("contact.email")}
          value={contact.email}
          placeholder={t("contact.add")}
          type="email"
          isReadOnly={readOnly}
          onSave={(email) => save({ email: email.trim() === "" ? null : email })}
        />
      </dd>
      {others.length > 0 && (
        <>
          <dt>{t("contact.alsoOn")}</dt>
          <dd className="flex-wrap">
            {others.map(({ id, kind, username }) => (
              <span key={id} className="inline-flex items-center gap-1">
                <ChannelGlyph kind={kind} />
                <bdi className="text-12 text-text-3" dir="ltr">{`@${username}`}</bdi>
              </span>
            ))}
          </dd>
        </>
      )}
      {contact.language !== null && (
        <>
          <dt>{t("contact.language")}</dt>
          <dd>{new Intl.DisplayNames(language, { type: "language" }).of(contact.language)}</dd>
        </>
      )}
      {contact.country !== null && (
        <>
          <dt>{t("contact.country")}</dt>
          <dd>{countries.of(contact.country)}</dd>
        </>
      )}
      {(fields?.items ?? []).map((field) => (
        <CustomFact
          key={field.id}
          field={field}
          value={contact.customFields[field.key] ?? null}
          isReadOnly={readOnly}
          onSave={(value) => save({ customFields: { [field.key]: value } })}
        />
      ))}
    </dl>
  );
}
