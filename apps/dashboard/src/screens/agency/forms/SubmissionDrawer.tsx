import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { FormSubmission } from "@parley/sdk";
import { submissions } from "../../../api/agency.ts";
import { api } from "../../../api/client.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { GrantedScopes } from "../../../parts/grants/GrantScopes.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { Drawer } from "../../../ui/overlays/Drawer.tsx";
import { submissionTones, whoOf } from "./submission.ts";

/** One submission: its answers, what was agreed to, and what it will create. */
export function SubmissionDrawer({ id, mayWrite, onClose }: { id: string; mayWrite: boolean; onClose(): void }) {
  const { t } = useI18n();
  const { data, error, isFetching, refetch } = useQuery({ ...submissions.detailQuery(id), throwOnError: false });
  return (
    <Drawer title={data === undefined ? t("submissions.one") : whoOf(data.answers)} isOpen onOpenChange={(open) => !open && onClose()}>
      {data === undefined ? (
        error === null ? (
          <SkeletonRows rows={6} />
        ) : (
          <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />
        )
      ) : (
        <Submission submission={data} mayWrite={mayWrite} />
      )}
    </Drawer>
  );
}

function Submission({ submission, mayWrite }: { submission: FormSubmission; mayWrite: boolean }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const [pending, setPending] = useState<FormSubmission["status"] | null>(null);
  const { id, status, answers, target, consentText, consentedAt, contactId, clientId } = submission;
  // Approval also writes a contact.
  const mayApprove = mayWrite && (target.kind === "create_client" || can(me, "contacts:write"));
  async function set(to: FormSubmission["status"]) {
    setPending(to);
    try {
      const changed = await api.agency.formSubmissions.update(id, { status: to });
      client.setQueryData(submissions.detailQuery(id).queryKey, changed);
      if (to === "processed") toast.show({ tone: "ok", text: t(`submissions.approved.${target.kind}`) });
    } catch (error) {
      showFailure(error, i18n);
    }
    submissions.invalidate(client, id);
    setPending(null);
  }
  return (
    <div className="dialog-content scroll grid content-start gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Chip tone={submissionTones[status]}>{t(`submissions.state.${status}`)}</Chip>
        <bdi className="text-12 text-text-3">{submission.formTitle}</bdi>
        <time className="text-12 text-text-3" dateTime={submission.createdAt} title={format.instant(submission.createdAt)}>
          {format.when(submission.createdAt)}
        </time>
      </div>
      <dl className="facts">
        {answers.map(({ key, label, value }) => (
          <div key={key} className="contents">
            <dt>
              <bdi>{label}</bdi>
            </dt>
            <dd dir="auto">{typeof value === "boolean" ? t(value ? "common.yes" : "common.no") : value}</dd>
          </div>
        ))}
      </dl>
      {consentText !== null && (
        <section className="grid gap-1" aria-label={t("submissions.consent")}>
          <h3 className="lab">{t("submissions.consent")}</h3>
          <p dir="auto">{consentText}</p>
          {consentedAt !== null && <p className="text-12 text-text-3">{format.instant(consentedAt)}</p>}
        </section>
      )}
      <section className="grid gap-2" aria-label={t("forms.target")}>
        <h3 className="lab">{t("forms.target")}</h3>
        <p>{t(`forms.target.${target.kind}`)}</p>
        {target.grantScopes !== undefined && <GrantedScopes scopes={target.grantScopes} />}
        {(target.tags ?? []).length > 0 && <bdi className="text-12 text-text-2">{format.list(target.tags ?? [])}</bdi>}
        {contactId !== null && (
          <Link className="link" to="/contacts/$contactId" params={{ contactId }}>
            {t("submissions.contact")}
          </Link>
        )}
        {clientId !== null && (
          <Link className="link" to="/agency/$part/$recordId" params={{ part: "clients", recordId: clientId }}>
            {t("submissions.client")}
          </Link>
        )}
      </section>
      {mayWrite && status !== "processed" && (
        <div className="flex gap-2">
          {mayApprove && (
            <Button variant="primary" isPending={pending === "processed"} onPress={() => void set("processed")}>
              {t("submissions.approve")}
            </Button>
          )}
          {status === "new" ? (
            <Button variant="danger" isPending={pending === "spam"} onPress={() => void set("spam")}>
              {t("submissions.refuse")}
            </Button>
          ) : (
            <Button isPending={pending === "new"} onPress={() => void set("new")}>
              {t("submissions.reopen")}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
