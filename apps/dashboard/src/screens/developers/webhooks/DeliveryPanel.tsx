import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useId } from "react";
import type { DeliveryAttempt, DeliveryDetail } from "@parley/sdk";
import { deliveryQuery } from "../../../api/settings/deliveries.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { CodeBox } from "../../../ui/CodeBox.tsx";
import { CopyText } from "../../../ui/CopyText.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { StatusDot } from "../../../ui/feedback/StatusDot.tsx";
import { JsonBox } from "../JsonBox.tsx";
import { curlOf } from "./curl.ts";
import { deliveryTones } from "./delivery-tones.ts";

interface Props {
  webhookId: string;
  deliveryId: string;
  url: string;
  /** A webhook that is not gets tests only. */
  isActive: boolean;
  /** null: this person may not retry. */
  onRetry: (() => void) | null;
}

/** Everything about one delivery: its attempts, what was sent, the responses, and what happens next. */
export function DeliveryPanel({ webhookId, deliveryId, url, isActive, onRetry }: Props) {
  const { t, format } = useI18n();
  const inactiveId = useId();
  const { data, error, refetch, isFetching } = useQuery({ ...deliveryQuery(webhookId, deliveryId), throwOnError: false });
  if (data === undefined && error !== null) return <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />;
  if (data === undefined) return <SkeletonRows rows={5} />;
  const last = data.attempts.at(-1);
  const isWaiting = !isActive && data.eventType !== "webhook.test";
  return (
    <div className="grid gap-4 p-4">
      <p className="flex flex-wrap items-center gap-2">
        <code>{data.eventType}</code>
        <Chip tone={deliveryTones[data.state]}>{t(`webhooks.state.${data.state}`)}</Chip>
        <CopyText text={data.eventId} label={t("webhooks.event")} />
        {onRetry !== null && data.state !== "delivering" && (
          <Button
            size="small"
            icon={RotateCcw}
            className="ms-auto"
            isDisabled={isWaiting}
            {...(isWaiting ? { "aria-describedby": inactiveId } : {})}
            onPress={onRetry}
          >
            {t("webhooks.retry")}
          </Button>
        )}
      </p>
      {onRetry !== null && isWaiting && (
        <p className="text-12 text-text-2" id={inactiveId}>
          {t("webhooks.inactive")}
        </p>
      )}
      <section className="grid gap-1" aria-label={t("webhooks.attempts")}>
        <span className="section-title">{t("webhooks.attempts")}</span>
        <ol className="attempts">
          {data.attempts.map((attempt) => (
            <Attempt key={attempt.id} attempt={attempt} />
          ))}
          {data.nextAttemptAt !== null && (
            <li>
              <p className="flex flex-wrap items-center gap-2">
                <StatusDot tone="warn" />
                <time className="tabular-nums" dateTime={data.nextAttemptAt}>
                  {format.instant(data.nextAttemptAt)}
                </time>
                <span className="ms-auto text-12 text-text-3">{t("webhooks.next", { when: format.relative(data.nextAttemptAt) })}</span>
              </p>
            </li>
          )}
        </ol>
      </section>
      {last !== undefined && <Headers attempt={last} />}
      <section className="grid gap-2" aria-label={t("webhooks.sent")}>
        <span className="section-title">{t("webhooks.sent")}</span>
        <JsonBox label={t("webhooks.sent")} value={data.event} />
      </section>
      <AsCurl url={url} delivery={data} />
    </div>
  );
}

function Attempt({ attempt: { attempt, startedAt, durationMs, status, error, address, responseBody } }: { attempt: DeliveryAttempt }) {
  const { t, format } = useI18n();
  const well = status !== null && status < 300;
  return (
    <li>
      <p className="flex flex-wrap items-center gap-2">
        <StatusDot tone={well ? "ok" : "bad"} />
        <b className="tabular-nums">{format.number(attempt)}</b>
        <time className="text-12 text-text-2 tabular-nums" dateTime={startedAt}>
          {format.instant(startedAt)}
        </time>
        <span className={well ? "ms-auto text-success-text" : "ms-auto text-danger-text"}>{status ?? error}</span>
        <span className="text-12 text-text-3 tabular-nums">{t("webhooks.took", { n: durationMs })}</span>
      </p>
      {responseBody !== null && responseBody !== "" && <CodeBox label={t("webhooks.answered")} code={responseBody} />}
      {address !== null && (
        <p className="text-12 text-text-3">
          {t("webhooks.from")} <code className="ltr">{address}</code>
        </p>
      )}
    </li>
  );
}

function Headers({ attempt }: { attempt: DeliveryAttempt }) {
  const { t } = useI18n();
  const lines = Object.entries(attempt.requestHeaders).map(([name, value]) => `${name}: ${value ?? t("webhooks.hidden")}`);
  return (
    <section className="grid gap-2" aria-label={t("webhooks.headers")}>
      <span className="section-title">{t("webhooks.headers")}</span>
      <CodeBox label={t("webhooks.headers")} code={lines.join("\n")} />
    </section>
  );
}

function AsCurl({ url, delivery }: { url: string; delivery: DeliveryDetail }) {
  const { t } = useI18n();
  return (
    <details className="grid gap-2">
      <summary className="section-title">{t("webhooks.curl")}</summary>
      <p className="my-2 text-12 text-text-2">{t("webhooks.curl.text")}</p>
      <CodeBox label={t("webhooks.curl")} code={curlOf(url, delivery)} />
    </details>
  );
}
