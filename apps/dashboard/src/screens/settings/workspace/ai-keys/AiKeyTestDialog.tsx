import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { AiKey, AiKeyTest } from "@parley/sdk";
import { testAiKey } from "../../../../api/settings/ai-keys.ts";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { useDuration } from "../../../../parts/chatbot/DecisionTrace.tsx";
import { aiFailureKey } from "../../../../parts/chatbot/words.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Notice } from "../../../../ui/feedback/Notice.tsx";
import { PartError } from "../../../../ui/feedback/PartError.tsx";
import { Progress } from "../../../../ui/feedback/Progress.tsx";
import { Dialog, DialogContent, DialogFooter } from "../../../../ui/overlays/Dialog.tsx";

/** Asks the provider for the key's models and one of them for a short reply, and shows the result. */
export function AiKeyTestDialog({ aiKey, onClose }: { aiKey: AiKey; onClose(): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [result, setResult] = useState<AiKeyTest | null>(null);
  const [error, setError] = useState<unknown>(null);
  const hasStarted = useRef(false);
  function run() {
    setError(null);
    testAiKey(client, aiKey.id).then(setResult, setError);
  }
  const start = useRef(run);
  useEffect(() => {
    // Each test is a request to the provider: one per opening, however often React mounts it.
    if (!hasStarted.current) start.current();
    hasStarted.current = true;
  }, []);
  return (
    <Dialog title={t("aiKeys.test.title", { name: aiKey.name })} isOpen onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        {error !== null ? (
          <PartError error={error} onRetry={run} />
        ) : result === null ? (
          <div className="grid gap-2" role="status">
            {t("aiKeys.test.running")}
            <Progress label={t("aiKeys.test.running")} />
          </div>
        ) : (
          <Result test={result} />
        )}
      </DialogContent>
      <DialogFooter>
        <Button variant="primary" onPress={onClose}>
          {t("common.close")}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

const steps = { list_models: "aiKeys.test.list", generate: "aiKeys.test.generate" } as const;

function Result({ test: { ok, error, step, latencyMs, models, unknownModels } }: { test: AiKeyTest }) {
  const { t } = useI18n();
  const duration = useDuration();
  return (
    <div className="grid gap-3">
      {ok ? (
        <Notice tone="ok" role="status">
          {t("aiKeys.test.ok", { time: duration(latencyMs) })}
        </Notice>
      ) : (
        <Notice tone="bad" role="status">
          {t(step === null ? "aiKeys.test.failed" : steps[step], { reason: t(aiFailureKey(error) ?? "decision.other") })}
        </Notice>
      )}
      {unknownModels.length > 0 && <Notice tone="warn">{t("aiKeys.test.unknown", { models: unknownModels.join(", ") })}</Notice>}
      {models.length > 0 && (
        <section className="grid gap-2" aria-label={t("aiKeys.models")}>
          <h3>{t("aiKeys.test.models", { n: models.length })}</h3>
          <ul className="scroll max-h-60 text-12 text-text-2">
            {models.map((model) => (
              <li key={model}>
                <bdi dir="ltr">{model}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
