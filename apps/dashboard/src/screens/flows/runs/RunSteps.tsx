import type { FlowRunWithSteps, FlowVersion } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { nodeIcon, triggerIcon } from "../canvas/icons.ts";
import { locate, modelOf } from "../model/model.ts";
import { type Naming, stepDetail, stepName, triggerDetail, triggerName, type TypedStep } from "../model/step-texts.ts";

interface Props {
  run: FlowRunWithSteps;
  version: FlowVersion | null;
  at: number;
  naming: Naming;
  onGo(n: number): void;
}

/** Each step's input and result, and the time until the next one. */
export function RunSteps({ run, version, at, naming, onGo }: Props) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const given = new Map(version === null ? [] : locate(modelOf(version).steps).map(({ node, path }) => [path, node.fields as TypedStep]));
  const TriggerIcon = triggerIcon(version?.trigger.type ?? "");
  return (
    <ol className="flow-run-steps" aria-label={t("flows.steps")}>
      <li>
        <span className="flow-run-step">
          <span className="flow-icon for-trigger">
            <TriggerIcon className="icon icon-14" aria-hidden />
          </span>
          <span className="min-w-0">
            <span className="block">{version === null ? t("flows.started") : triggerName(version.trigger.type, i18n)}</span>
            {version !== null && <bdi className="block text-12 text-text-2">{triggerDetail(version.trigger, naming)}</bdi>}
          </span>
          <time dateTime={run.startedAt} title={format.instant(run.startedAt)}>
            {format.when(run.startedAt)}
          </time>
        </span>
      </li>
      {run.steps.map(({ n, path, type, status, result, at: when }, index) => {
        const { Icon, tone } = nodeIcon(type === "request" ? "http_request" : type);
        const fields = given.get(path);
        const next = run.steps[index + 1]?.at ?? run.endedAt;
        const tookMs = next === null || next === undefined ? null : Date.parse(next) - Date.parse(when);
        const isCurrent = index + 1 === at;
        return (
          <li key={n}>
            <button type="button" className="flow-run-step" aria-current={isCurrent ? "step" : undefined} onClick={() => onGo(index + 1)}>
              <span className={`flow-icon for-${tone}`}>
                <Icon className="icon icon-14" aria-hidden />
              </span>
              <span className="min-w-0">
                <span className="block">{stepName(fields?.type ?? (type === "request" ? "http_request" : type), i18n)}</span>
                <span className={status === "failed" ? "block text-12 text-danger-text" : "block text-12 text-text-2"}>
                  {t(`flows.stepState.${status}`)}
                </span>
              </span>
              <span className="flow-run-time">
                <time dateTime={when} title={format.instant(when)}>
                  {format.when(when)}
                </time>
                {tookMs !== null && tookMs > 0 && <span>{tookMs < 1_000 ? t("flows.ms", { ms: tookMs }) : format.duration(tookMs)}</span>}
              </span>
            </button>
            {isCurrent && (
              <dl className="flow-known">
                {fields !== undefined && stepDetail(fields, naming) !== "" && (
                  <>
                    <dt>{t("flows.given")}</dt>
                    <dd dir="auto">{stepDetail(fields, naming)}</dd>
                  </>
                )}
                {Object.entries(result).map(([name, value]) => (
                  <Known key={name} name={name} value={value} />
                ))}
              </dl>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Known({ name, value }: { name: string; value: unknown }) {
  const shown = typeof value === "string" ? value : JSON.stringify(value);
  return (
    <>
      <dt>
        <code className="mono ltr">{name}</code>
      </dt>
      <dd dir="auto">{shown}</dd>
    </>
  );
}
