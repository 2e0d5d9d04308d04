import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { adminOrganizationQuery } from "../../../api/admin/admin.ts";
import { api } from "../../../api/client.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { CopyText } from "../../../ui/CopyText.tsx";
import { InlineField } from "../../../ui/fields/InlineField.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";
import { StatusChip } from "../frame/StatusChip.tsx";
import { useRun } from "../frame/useRun.ts";
import { MemberList } from "../people/MemberList.tsx";
import { OrganizationLimits } from "./OrganizationLimits.tsx";
import { OrganizationMoney } from "./OrganizationMoney.tsx";

/** One organization: its members, its money, and whether it is active. */
export function OrganizationPage({ organizationId }: { organizationId: string }) {
  const { t, format } = useI18n();
  const { inForm } = useRun();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: organization } = useQuery(adminOrganizationQuery(organizationId));
  const [confirming, setConfirming] = useState(false);
  if (organization === undefined) return <SkeletonRows rows={6} />;
  const { name, kind, status, suspendedAt, channels, createdAt } = organization;
  const mayWrite = can(me, "admin:write");
  const isOwn = me.tenant.id === organizationId;
  const suspended = status === "suspended";
  const change = (body: { name?: string; status?: "active" | "suspended" }, done: string) =>
    inForm(() => api.admin.organizations.update(organizationId, body), done);
  return (
    <>
      <div className="billing">
        <div className="flex items-center gap-2">
          <h2 className="cut">
            <bdi>{name}</bdi>
          </h2>
          <StatusChip status={status} />
          {mayWrite && !isOwn && (
            <Button
              className="ms-auto"
              variant={suspended ? "plain" : "danger"}
              onPress={() => (suspended ? void change({ status: "active" }, t("admin.reactivated", { name })) : setConfirming(true))}
            >
              {t(suspended ? "team.unsuspend" : "team.suspend")}
            </Button>
          )}
        </div>
        {suspended && (
          <Notice tone="bad" title={t("admin.organization.suspended", { when: format.relative(suspendedAt ?? createdAt) })}>
            {t("admin.organization.suspended.text")}
          </Notice>
        )}
        <dl className="card settings-facts">
          <dt>{t("general.name")}</dt>
          <dd>
            <InlineField
              label={t("general.name")}
              value={name}
              isReadOnly={!mayWrite}
              onSave={(next) => change({ name: next }, t("common.saved"))}
            />
          </dd>
          <dt>{t("general.kind")}</dt>
          <dd>{t(`admin.kind.${kind}`)}</dd>
          <dt>{t("general.id")}</dt>
          <dd>
            <CopyText text={organizationId} label={t("general.id")} />
          </dd>
          <dt>{t("shell.channels")}</dt>
          <dd>{format.number(channels)}</dd>
          <dt>{t("general.since")}</dt>
          <dd>
            <time dateTime={createdAt} title={format.instant(createdAt)}>
              {format.day(createdAt)}
            </time>
          </dd>
          <dt>{t("settings.auditLog")}</dt>
          <dd>
            <Link className="link" to="/admin/$part" params={{ part: "audit-log" }} search={{ organizationId }}>
              {t("admin.audit.of")}
            </Link>
          </dd>
        </dl>
      </div>
      <h3 className="billing-heading">{t("admin.people")}</h3>
      <MemberList filters={{ organizationId }} mayWrite={mayWrite} hideOrganization />
      <OrganizationLimits organizationId={organizationId} />
      <OrganizationMoney organizationId={organizationId} mayWrite={mayWrite} />
      {confirming && (
        <ConfirmDialog
          title={t("admin.suspendTitle", { name })}
          isOpen
          confirmLabel={t("team.suspend")}
          onOpenChange={setConfirming}
          onConfirm={() => change({ status: "suspended" }, t("admin.suspended", { name }))}
        >
          {t("admin.organization.suspend.text")}
        </ConfirmDialog>
      )}
    </>
  );
}
