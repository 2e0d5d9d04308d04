import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { type Source, sources } from "../../api/automation/knowledge.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { showFailure } from "../../parts/show-failure.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/feedback/Notice.tsx";

const shownMax = 3;

interface Props {
  rows: readonly Source[];
  mayWrite: boolean;
  /** The pressed button disappears with its notice. */
  onRead(): void;
}

/** Why the first of them could not be read, with a retry. */
export function FailedSources({ rows, mayWrite, onRead }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const client = useQueryClient();
  async function readNow(id: string) {
    try {
      await api.knowledge.sources.refresh(id);
      onRead();
    } catch (error) {
      showFailure(error, i18n);
    }
    sources.invalidate(client);
  }
  const failed = rows.filter(({ isActive, status }) => isActive && status === "failed").slice(0, shownMax);
  if (failed.length === 0) return null;
  return (
    <div className="grid gap-2 p-4">
      {failed.map(({ id, name, error, chunkCount }) => (
        <Notice
          key={id}
          tone="bad"
          title={<bdi>{name}</bdi>}
          actions={
            mayWrite && (
              <Button size="small" onPress={() => void readNow(id)}>
                {t("knowledge.readNow")}
              </Button>
            )
          }
        >
          <bdi>{error?.message}</bdi> {chunkCount > 0 && t("knowledge.kept")}
        </Notice>
      ))}
    </div>
  );
}
