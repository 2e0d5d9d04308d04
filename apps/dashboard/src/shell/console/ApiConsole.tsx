import { Terminal } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { type ApiCall, getCalls, subscribeCalls } from "../../api/calls.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { CodeBox } from "../../ui/CodeBox.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { Segmented } from "../../ui/lists/Segmented.tsx";
import { Drawer } from "../../ui/overlays/Drawer.tsx";
import { curlOf, sdkOf } from "./code.ts";

type Form = "sdk" | "curl";

/** The calls that the screen below has made, as another program would make them. */
export function ApiConsole({ onClose }: { onClose(): void }) {
  const { t } = useI18n();
  // The screen's own path, which the drawer does not change.
  const [screen] = useState(() => location.pathname);
  const [form, setForm] = useState<Form>("curl");
  const calls = callsOf(useSyncExternalStore(subscribeCalls, getCalls), screen);
  return (
    <Drawer title={t("shell.console")} size="wide" isOpen onOpenChange={(open) => !open && onClose()}>
      <div className="grid gap-4 p-4">
        <div className="flex flex-wrap items-center gap-3">
          <p className="grow text-12 text-text-2">{t("console.text")}</p>
          <Segmented<Form>
            label={t("console.form")}
            size="small"
            value={form}
            segments={[
              { id: "curl", name: t("console.curl") },
              { id: "sdk", name: t("console.sdk") },
            ]}
            onChange={setForm}
          />
        </div>
        {calls.length === 0 && <EmptyState icon={Terminal} title={t("console.none")} />}
        {calls.map((call) => (
          <Call key={`${call.method} ${call.path}`} call={call} form={form} />
        ))}
      </div>
    </Drawer>
  );
}

function Call({ call, form }: { call: ApiCall; form: Form }) {
  const { method, path, status } = call;
  const name = `${method} ${path.split("?")[0]}`;
  return (
    <section className="grid gap-2" aria-label={name}>
      <p className="flex items-center gap-2">
        <code className="cut ltr font-medium">{name}</code>
        {status !== null && <Chip tone={status >= 400 ? "warn" : "ok"}>{String(status)}</Chip>}
      </p>
      <CodeBox label={name} code={(form === "curl" ? curlOf : sdkOf)(call, location.origin)} />
    </section>
  );
}

/** Newest first, each URL once. */
function callsOf(calls: readonly ApiCall[], screen: string): ApiCall[] {
  const byAddress = new Map<string, ApiCall>();
  for (const call of calls.toReversed()) {
    const address = `${call.method} ${call.path}`;
    // One without a status was aborted, such as the palette's superseded searches.
    if (call.screen === screen && call.status !== null && !byAddress.has(address)) byAddress.set(address, call);
  }
  return [...byAddress.values()];
}
