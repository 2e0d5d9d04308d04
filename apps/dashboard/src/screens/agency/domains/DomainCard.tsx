import { useQueryClient } from "@tanstack/react-query";
import { Circle, CircleCheck, CircleDashed } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Domain } from "@parley/sdk";
import { domains } from "../../../api/agency.ts";
import { api } from "../../../api/client.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { CopyText } from "../../../ui/CopyText.tsx";
import { type StepName, type StepState, stateOf, stepsOf } from "./domain-steps.ts";

const icons = { done: CircleCheck, next: CircleDashed, todo: Circle } as const;

/** A domain's set-up step by step, with the results of the last check. */
export function DomainCard({ domain, mayWrite, onRelease }: { domain: Domain; mayWrite: boolean; onRelease(): void }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const { hostname, lastCheckedAt } = domain;
  const state = stateOf(domain);
  async function checkNow() {
    setPending(true);
    try {
      await api.agency.domains.verify(domain.id);
    } catch (error) {
      showFailure(error, i18n);
    }
    domains.invalidate(client, domain.id);
    setPending(false);
  }
  return (
    <article className="card" aria-label={hostname}>
      <div className="card-head">
        <h2 dir="ltr">
          <code>{hostname}</code>
        </h2>
        <Chip tone={state.tone}>{t(state.label)}</Chip>
        <span className="ms-auto flex flex-wrap items-center gap-2">
          <span className="text-12 text-text-3">
            {lastCheckedAt === null ? t("domains.seen.never") : t("domains.seen", { when: format.relative(lastCheckedAt) })}
          </span>
          {mayWrite && (
            <>
              <Button size="small" isPending={pending} onPress={() => void checkNow()}>
                {t("domains.look")}
              </Button>
              <Button size="small" variant="danger" onPress={onRelease}>
                {t("domains.release")}
              </Button>
            </>
          )}
        </span>
      </div>
      <ol className="domain-steps">
        {stepsOf(domain).map((step) => (
          <Step key={step.name} {...step}>
            <StepBody domain={domain} {...step} />
          </Step>
        ))}
      </ol>
    </article>
  );
}

function Step({ name, state, children }: { name: StepName; state: StepState; children: ReactNode }) {
  const { t } = useI18n();
  const Icon = icons[state];
  const title = {
    record: state === "done" ? t("domains.record.kept") : t("domains.record"),
    points: state === "done" ? t("domains.points.done") : t("domains.points"),
    certificate: t("domains.certificate"),
    live: t("domains.live"),
  }[name];
  return (
    <li className={`domain-step ${state}`} aria-current={state === "next" ? "step" : undefined}>
      <Icon className="icon" aria-hidden />
      <div className="min-w-0 grow">
        <b>{title}</b> <span className="sr-only">{t(`domains.${state}`)}</span>
        {children}
      </div>
    </li>
  );
}

function StepBody({ domain, name, state }: { domain: Domain; name: StepName; state: StepState }) {
  const { t, format } = useI18n();
  const { verification, routing, certificate, lastError, hostname } = domain;
  const seen = state === "next" && lastError !== null && <p className="text-12 text-danger-text">{lastError}</p>;
  if (name === "record")
    return (
      <>
        <DnsRecord {...verification} />
        {seen}
      </>
    );
  if (name === "points")
    return (
      <>
        {routing === null ? <p className="text-12 text-text-2">{t("domains.points.none")}</p> : <DnsRecord {...routing} />}
        {seen}
      </>
    );
  if (name === "certificate")
    return (
      <>
        <p className="text-12 text-text-2">
          {certificate?.validUntil == null
            ? t("domains.certificate.text")
            : t("domains.certificate.done", { when: format.when(certificate.validUntil) })}
        </p>
        {certificate?.error != null && <p className="text-12 text-danger-text">{certificate.error}</p>}
      </>
    );
  return <p className="text-12 text-text-2">{t("domains.live.text", { address: `https://${hostname}` })}</p>;
}

function DnsRecord({ type, name, value }: { type: string; name: string; value: string }) {
  const { t } = useI18n();
  return (
    <dl className="dns-record" dir="ltr">
      <dt>{t("domains.type")}</dt>
      <dd>
        <code>{type}</code>
      </dd>
      <dt>{t("domains.name")}</dt>
      <dd>
        <CopyText text={name} shown={name} label={t("domains.name")} />
      </dd>
      <dt>{t("domains.value")}</dt>
      <dd>
        <CopyText text={value} shown={value} label={t("domains.value")} />
      </dd>
    </dl>
  );
}
