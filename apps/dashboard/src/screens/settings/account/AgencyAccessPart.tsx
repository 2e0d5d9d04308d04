import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { useState } from "react";
import type { AgencyGrant } from "@parley/sdk";
import { agencyGrants } from "../../../api/agency.ts";
import { api } from "../../../api/client.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { GrantedScopes } from "../../../parts/grants/GrantScopes.tsx";
import { grantTones } from "../../../parts/grants/grantable.ts";
import { useFocusAfter } from "../../../parts/use-focus-after.ts";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { LoadMore } from "../../../ui/lists/LoadMore.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";
import { GrantAnswerDialog } from "./GrantAnswerDialog.tsx";

/** Which agencies act here, and which have asked to: the client's side of a grant. */
export function AgencyAccessPart() {
  const { t } = useI18n();
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data, error, isFetching, refetch } = useQuery({ ...agencyGrants.listQuery(), throwOnError: false });
  const [answered, setAnswered] = useState<AgencyGrant | null>(null);
  const [revoked, setRevoked] = useState<AgencyGrant | null>(null);
  const [heading, focusHeading] = useFocusAfter<HTMLHeadingElement>();
  const mayWrite = can(me, "organization:write");
  if (data === undefined)
    return error === null ? <SkeletonRows rows={4} /> : <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />;
  if (data.items.length === 0)
    return (
      <EmptyState icon={Building2} title={t("grants.empty")}>
        {t("grants.empty.text")}
      </EmptyState>
    );
  return (
    <div className="settings-form grid gap-3">
      <h2 className="sr-only" tabIndex={-1} ref={heading}>
        {t("grants.title")}
      </h2>
      <p className="text-text-2">{t("grants.intro")}</p>
      {data.items.map((grant) => (
        <GrantItem
          key={grant.id}
          grant={grant}
          mayWrite={mayWrite}
          isOwner={me.user?.role === "owner"}
          onAnswer={() => setAnswered(grant)}
          onRevoke={() => setRevoked(grant)}
        />
      ))}
      <LoadMore hasMore={data.next !== null} onMore={() => agencyGrants.loadMore(client)} />
      {answered !== null && <GrantAnswerDialog grant={answered} onAnswered={focusHeading} onClose={() => setAnswered(null)} />}
      {revoked !== null && (
        <ConfirmDialog
          title={t("grants.revoke.title", { agency: revoked.agencyName })}
          isOpen
          isDanger
          confirmLabel={t("grants.revoke")}
          onOpenChange={(open) => !open && setRevoked(null)}
          onConfirm={async () => {
            await api.agencyGrants.revoke(revoked.id);
            agencyGrants.invalidate(client, revoked.id);
            setRevoked(null);
            focusHeading();
          }}
        >
          {t("grants.revoke.text")}
        </ConfirmDialog>
      )}
    </div>
  );
}

interface ItemProps {
  grant: AgencyGrant;
  mayWrite: boolean;
  isOwner: boolean;
  onAnswer(): void;
  onRevoke(): void;
}

function GrantItem({ grant, mayWrite, isOwner, onAnswer, onRevoke }: ItemProps) {
  const { t, format } = useI18n();
  const { agencyName, status, scopes, expiresAt, message, linkRequestId } = grant;
  const isOpen = status === "pending" || status === "accepted";
  const mayAnswer = mayWrite && (linkRequestId === null || isOwner);
  return (
    <article className="card card-body grid gap-2" aria-label={agencyName}>
      <div className="flex flex-wrap items-center gap-2">
        <b>
          <bdi>{agencyName}</bdi>
        </b>
        <Chip tone={grantTones[status]}>{t(`grants.status.${status}`)}</Chip>
        {isOpen && (
          <span className="text-12 text-text-3">
            {expiresAt === null ? t("grants.always") : t("grants.until", { when: format.when(expiresAt) })}
          </span>
        )}
        <span className="ms-auto">
          {status === "pending" && mayAnswer && (
            <Button variant="primary" size="small" onPress={onAnswer}>
              {t("grants.answer")}
            </Button>
          )}
          {status === "accepted" && mayWrite && (
            <Button variant="danger" size="small" onPress={onRevoke}>
              {t("grants.revoke")}
            </Button>
          )}
        </span>
      </div>
      {message !== null && (
        <p className="text-text-2" dir="auto">
          {message}
        </p>
      )}
      {isOpen && <GrantedScopes scopes={scopes} />}
      {status === "pending" && mayWrite && !mayAnswer && <p className="text-12 text-text-3">{t("grants.ownerOnly")}</p>}
    </article>
  );
}
