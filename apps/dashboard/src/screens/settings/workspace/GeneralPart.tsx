import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { Organization } from "@parley/sdk";
import { organizationQuery, saveOrganization } from "../../../api/settings/organization.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useEdits } from "../../../parts/fields/useEdits.ts";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { CopyText } from "../../../ui/CopyText.tsx";
import { Form } from "../../../ui/fields/Form.tsx";
import { NumberField } from "../../../ui/fields/NumberField.tsx";
import { TagInput } from "../../../ui/fields/TagInput.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";

/** The organization's name, and its general settings. */
export function GeneralPart() {
  const { data, error, refetch } = useQuery({ ...organizationQuery(), throwOnError: false });
  const { data: me } = useSuspenseQuery(meQuery);
  if (error !== null && data === undefined) return <PartError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={6} />;
  return (
    <div className="settings-form grid gap-6">
      <Facts organization={data} />
      <OrganizationForm organization={data} mayWrite={can(me, "organization:write")} />
    </div>
  );
}

function Facts({ organization: { id, kind, createdAt } }: { organization: Organization }) {
  const { t, format } = useI18n();
  return (
    <dl className="card settings-facts">
      <dt>{t("general.kind")}</dt>
      <dd>{t(`general.kind.${kind}`)}</dd>
      <dt>{t("general.id")}</dt>
      <dd>
        <CopyText text={id} label={t("general.id")} />
      </dd>
      <dt>{t("general.since")}</dt>
      <dd>
        <time dateTime={createdAt} title={format.instant(createdAt)}>
          {format.day(createdAt)}
        </time>
      </dd>
    </dl>
  );
}

function OrganizationForm({ organization, mayWrite }: { organization: Organization; mayWrite: boolean }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const own = useEdits({ name: organization.name });
  const { values: settings, changes, edit: set, settle } = useEdits(organization.settings);
  async function save() {
    if (own.changes !== null || changes !== null)
      await saveOrganization(client, { ...own.changes, ...(changes === null ? {} : { settings: changes }) });
    own.settle();
    settle();
    toast.show({ tone: "ok", text: t("common.saved") });
  }
  return (
    <Form onSubmit={save} className="grid gap-5">
      <TextField
        label={t("general.name")}
        name="name"
        value={own.values.name}
        onChange={(name) => own.edit({ name })}
        isRequired
        isReadOnly={!mayWrite}
      />
      <NumberField
        label={t("general.autoClose")}
        hint={t("general.autoClose.hint")}
        name="settings.ticketAutoCloseDays"
        unit={t("duration.days")}
        value={settings.ticketAutoCloseDays}
        minValue={1}
        isReadOnly={!mayWrite}
        onChange={(ticketAutoCloseDays) => set({ ticketAutoCloseDays })}
      />
      <TagInput
        label={t("general.optOut")}
        hint={t("general.optOut.hint")}
        name="settings.optOutWords"
        value={settings.optOutWords}
        isReadOnly={!mayWrite}
        onChange={(optOutWords) => set({ optOutWords })}
      />
      <TagInput
        label={t("general.optIn")}
        hint={t("general.optIn.hint")}
        name="settings.optInWords"
        value={settings.optInWords}
        isReadOnly={!mayWrite}
        onChange={(optInWords) => set({ optInWords })}
      />
      {mayWrite && (
        <Button type="submit" variant="primary" className="justify-self-start">
          {t("common.save")}
        </Button>
      )}
    </Form>
  );
}
