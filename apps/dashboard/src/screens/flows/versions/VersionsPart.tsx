import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import type { Flow, FlowVersion } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { flowChanged, versionsQuery } from "../../../api/automation/flows.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { LoadMore } from "../../../ui/lists/LoadMore.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";
import { FlowHead } from "../editor/FlowHead.tsx";
import { useNames } from "../useNames.ts";
import { Differences } from "./Differences.tsx";

/** All versions, each with its differences from the previous one, and a way to restore it. */
export function VersionsPart({ flow, mayWrite }: { flow: Flow; mayWrite: boolean }) {
  const { t, format } = useI18n();
  const client = useQueryClient();
  const { naming } = useNames();
  const query = useInfiniteQuery({ ...versionsQuery(flow.id), throwOnError: false });
  const [back, setBack] = useState<FlowVersion | null>(null);
  const versions = query.data?.pages.flatMap(({ data }) => data);
  const isActive = flow.status === "active";

  /** As a new version, so that the versions in between can still be read. */
  async function restore({ version, trigger, conditions, steps, oncePerContact }: FlowVersion) {
    const saved = await api.flows.update(flow.id, { trigger, conditions, steps, oncePerContact });
    await flowChanged(client, isActive ? await api.flows.activate(flow.id) : saved);
    toast.show({ tone: "ok", text: t("flows.restored", { version, next: saved.version }) });
  }
  return (
    <>
      <FlowHead flow={flow} />
      {query.error !== null && versions === undefined ? (
        <PartError error={query.error} onRetry={() => void query.refetch()} isPending={query.isFetching} />
      ) : versions === undefined ? (
        <SkeletonRows rows={5} />
      ) : (
        <div className="scroll grow">
          <ol className="flow-versions" reversed aria-label={t("flows.part.versions")}>
            {versions.map((version, at) => (
              <li key={version.version} className="card card-body">
                <header className="flex items-center gap-2">
                  <h2 className="text-14 font-semibold">{t("flows.version", { version: version.version })}</h2>
                  {version.version === flow.activeVersion && isActive && <Chip tone="ok">{t("flows.running")}</Chip>}
                  {version.version === flow.version && <Chip tone="line">{t("flows.newest")}</Chip>}
                  <time className="text-12 text-text-3" dateTime={version.createdAt} title={format.instant(version.createdAt)}>
                    {format.when(version.createdAt)}
                  </time>
                  <bdi className="text-12 text-text-3">{naming.nameOf(version.createdBy) ?? ""}</bdi>
                  {mayWrite && version.version !== flow.version && (
                    <Button size="small" icon={RotateCcw} className="ms-auto" onPress={() => setBack(version)}>
                      {t("flows.restore", { version: version.version })}
                    </Button>
                  )}
                </header>
                <Differences before={versions[at + 1] ?? null} after={version} isFirst={version.version === 1} naming={naming} />
              </li>
            ))}
          </ol>
          <LoadMore hasMore={query.hasNextPage} onMore={() => query.fetchNextPage()} />
        </div>
      )}
      {back !== null && (
        <ConfirmDialog
          title={t("flows.restore", { version: back.version })}
          isOpen
          isDanger={false}
          confirmLabel={t("flows.restore", { version: back.version })}
          onOpenChange={(open) => !open && setBack(null)}
          onConfirm={() => restore(back)}
        >
          {t(isActive ? "flows.restore.active" : "flows.restore.text")}
        </ConfirmDialog>
      )}
    </>
  );
}
