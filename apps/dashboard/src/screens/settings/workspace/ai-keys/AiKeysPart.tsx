import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, FlaskConical, KeyRound } from "lucide-react";
import { useState } from "react";
import type { AiKey } from "@parley/sdk";
import { aiKeysQuery, aiUsageQuery, orderAiKeys, removeAiKey } from "../../../../api/settings/ai-keys.ts";
import { can, meQuery } from "../../../../api/session.ts";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { showFailure } from "../../../../parts/show-failure.ts";
import { Button } from "../../../../ui/Button.tsx";
import { EmptyState } from "../../../../ui/feedback/EmptyState.tsx";
import { Notice } from "../../../../ui/feedback/Notice.tsx";
import { PartError } from "../../../../ui/feedback/PartError.tsx";
import { SettingsList } from "../../SettingsList.tsx";
import { AiKeyDialog } from "./AiKeyDialog.tsx";
import { AiKeyState } from "./AiKeyState.tsx";
import { AiKeyTestDialog } from "./AiKeyTestDialog.tsx";
import { AiRequests } from "./AiRequests.tsx";

const usageDays = 30;

/** The keys of AI providers in the order in which they are tried, with their status and usage. */
export function AiKeysPart() {
  const i18n = useI18n();
  const { t, format } = i18n;
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: keys, error, isFetching, refetch } = useQuery({ ...aiKeysQuery(), throwOnError: false });
  const { data: usage } = useQuery({ ...aiUsageQuery(usageDays), throwOnError: false });
  const [tested, setTested] = useState<AiKey | null>(null);
  const mayWrite = can(me, "ai:write");
  if (error !== null && keys === undefined) return <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />;
  const used = (id: string) => usage?.data.filter(({ keyId }) => keyId === id) ?? [];
  const inVain = usage?.data.filter(({ keyId }) => keyId === null).reduce((sum, { requests }) => sum + requests, 0) ?? 0;
  function move(key: AiKey, by: -1 | 1) {
    if (keys === undefined) return;
    const at = keys.findIndex(({ id }) => id === key.id);
    const rest = keys.filter(({ id }) => id !== key.id);
    orderAiKeys(client, rest.toSpliced(at + by, 0, key)).catch((failure: unknown) => showFailure(failure, i18n));
  }
  return (
    <>
      <p className="px-4 pt-4 text-text-2">{t("aiKeys.text")}</p>
      {inVain > 0 && (
        <div className="px-4 pt-3">
          <Notice tone="warn">{t("aiKeys.unanswered", { n: inVain, days: usageDays })}</Notice>
        </div>
      )}
      <SettingsList<AiKey>
        titleKey="settings.aiKeys"
        newKey="aiKeys.new"
        rows={keys}
        nameOf={({ name }) => name}
        mayWrite={mayWrite}
        columns={[
          {
            ...{ id: "name", name: t("contact.name") },
            cell: ({ name, provider, lastFour }) => (
              <span className="block min-w-0">
                <bdi className="cut block font-medium">{name}</bdi>
                <span className="cut block text-12 text-text-3">
                  {t(`aiKeys.provider.${provider}`)}
                  {lastFour !== null && <bdi dir="ltr">{` · …${lastFour}`}</bdi>}
                </span>
              </span>
            ),
          },
          { ...{ id: "state", name: t("aiKeys.status") }, cell: (key) => <AiKeyState aiKey={key} /> },
          {
            ...{ id: "models", name: t("aiKeys.models") },
            cell: ({ models }) => (
              <span className="line-clamp-2 text-text-2">
                {models.length === 0 ? t("aiKeys.models.none") : <bdi dir="ltr">{models.slice(0, 3).join(", ")}</bdi>}
                {models.length > 3 && ` +${format.number(models.length - 3)}`}
              </span>
            ),
          },
          {
            ...({ id: "usage", name: t("aiKeys.usage", { n: usageDays }), align: "end" } as const),
            cell({ id }) {
              const lines = used(id);
              const sum = (of: "requests" | "inputTokens" | "outputTokens" | "cost") => lines.reduce((all, line) => all + line[of], 0);
              return (
                <span className="block whitespace-nowrap tabular-nums">
                  {t("aiKeys.requests", { n: sum("requests") })}
                  {lines.length > 0 && (
                    <span className="block text-12 text-text-3">
                      {t("decision.tokens", { input: format.compact(sum("inputTokens")), output: format.compact(sum("outputTokens")) })}
                      {sum("cost") > 0 && ` · ${t("decision.cost", { n: format.number(sum("cost")) })}`}
                    </span>
                  )}
                </span>
              );
            },
          },
          {
            ...({ id: "order", name: t("aiKeys.test"), hideName: true, align: "end" } as const),
            cell: (key) =>
              mayWrite && (
                <span className="inline-flex gap-1">
                  <Button size="small" icon={FlaskConical} onPress={() => setTested(key)}>
                    {t("aiKeys.test")}
                  </Button>
                  <Button
                    icon={ArrowUp}
                    label={t("aiKeys.up", { name: key.name })}
                    variant="ghost"
                    size="small"
                    isDisabled={keys?.[0]?.id === key.id}
                    onPress={() => move(key, -1)}
                  />
                  <Button
                    icon={ArrowDown}
                    label={t("aiKeys.down", { name: key.name })}
                    variant="ghost"
                    size="small"
                    isDisabled={keys?.at(-1)?.id === key.id}
                    onPress={() => move(key, 1)}
                  />
                </span>
              ),
          },
        ]}
        empty={
          <EmptyState icon={KeyRound} title={t("aiKeys.empty")} call="POST /api/v1/ai/keys">
            {t("aiKeys.empty.text")}
          </EmptyState>
        }
        form={(key, onClose) => <AiKeyDialog aiKey={key} onAdded={setTested} onClose={onClose} />}
        loss={() => t("aiKeys.delete.text")}
        onDelete={({ id }) => removeAiKey(client, id)}
      />
      <AiRequests />
      {tested !== null && <AiKeyTestDialog aiKey={tested} onClose={() => setTested(null)} />}
    </>
  );
}
