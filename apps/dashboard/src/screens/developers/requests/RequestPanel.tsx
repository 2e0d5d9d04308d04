import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { RequestLogDetail } from "@parley/sdk";
import { isApiError } from "@parley/sdk";
import { requestLogQuery } from "../../../api/settings/request-logs.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Chip, type ChipTone } from "../../../ui/Chip.tsx";
import { CopyText } from "../../../ui/CopyText.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { ScrollText } from "lucide-react";
import { JsonBox } from "../JsonBox.tsx";

export const statusTone = (status: number): ChipTone => (status >= 500 ? "bad" : status >= 400 ? "warn" : "ok");
const clientLeft = 499;

/** One request: what was requested, the response, and who made it. */
export function RequestPanel({ id }: { id: string }) {
  const { t } = useI18n();
  const { data, error, refetch, isFetching } = useQuery({ ...requestLogQuery(id), throwOnError: false });
  if (data !== undefined) return <LoadedRequest request={data} />;
  if (isApiError(error) && error.status === 404) return <EmptyState icon={ScrollText} title={t("requests.gone")} />;
  if (error !== null) return <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />;
  return <SkeletonRows rows={6} />;
}

function LoadedRequest({ request }: { request: RequestLogDetail }) {
  const { t, format } = useI18n();
  return (
    <div className="grid gap-4 p-4">
      <p className="flex flex-wrap items-center gap-2">
        <Chip tone={statusTone(request.status)}>{String(request.status)}</Chip>
        <code className="ltr font-medium">{`${request.method} ${request.path}`}</code>
        <span className="ms-auto text-12 text-text-3">{t("webhooks.took", { n: request.durationMs })}</span>
      </p>
      {request.status === clientLeft && <p className="notice">{t("requests.left")}</p>}
      <dl className="facts wide">
        <Fact name={t("audit.when")}>
          <time dateTime={request.createdAt}>{format.instant(request.createdAt)}</time>
        </Fact>
        <Fact name={t("requests.operation")}>
          <code>{request.operation}</code>
        </Fact>
        {request.errorCode !== null && (
          <Fact name={t("requests.error")}>
            <code>{request.errorCode}</code>
          </Fact>
        )}
        {request.reference !== null && (
          <Fact name={t("requests.reference")}>
            <CopyText text={request.reference} shown={request.reference} label={t("requests.reference")} />
          </Fact>
        )}
        <Fact name={t("requests.key")}>
          {request.keyName === null ? t("requests.keyGone") : <bdi>{request.keyName}</bdi>}
          <CopyText text={request.keyId} />
        </Fact>
        <Fact name={t("requests.id")}>
          <CopyText text={request.requestId} shown={request.requestId} label={t("requests.id")} />
        </Fact>
        <Fact name={t("requests.address")}>
          <code className="ltr">{request.address}</code>
        </Fact>
        {request.userAgent !== null && (
          <Fact name={t("requests.client")}>
            <bdi className="cut">{request.userAgent}</bdi>
          </Fact>
        )}
      </dl>
      <p className="text-12 text-text-2">{t("requests.redacted")}</p>
      {Object.keys(request.query).length > 0 && (
        <Part title={t("requests.query")}>
          <JsonBox label={t("requests.query")} value={request.query} />
        </Part>
      )}
      <Part title={t("requests.body")} bytes={request.request.bytes}>
        <Body label={t("requests.body")} body={request.request.body} />
      </Part>
      <Part title={t("requests.answer")} bytes={request.answer.bytes}>
        <Body label={t("requests.answer")} body={request.answer.body} />
      </Part>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Part({ title, bytes = 0, children }: { title: string; bytes?: number; children: ReactNode }) {
  const { format } = useI18n();
  return (
    <section className="grid gap-2" aria-label={title}>
      <span className="section-title flex">
        {title}
        {bytes > 0 && <span className="ms-auto tabular-nums">{format.bytes(bytes)}</span>}
      </span>
      {children}
    </section>
  );
}

function Body({ label, body }: { label: string; body: unknown }) {
  const { t } = useI18n();
  return body === null ? <p className="text-text-3">{t("requests.noBody")}</p> : <JsonBox label={label} value={body} />;
}
