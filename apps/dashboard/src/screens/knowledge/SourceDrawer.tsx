import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, RefreshCw } from "lucide-react";
import { useState } from "react";
import type { KnowledgeSource, UpdateKnowledgeSource } from "@parley/sdk";
import { api } from "../../api/client.ts";
import { isBeingRead, sourceQuery, sources } from "../../api/automation/knowledge.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { showFailure } from "../../parts/show-failure.ts";
import { toast } from "../../shell/toast.ts";
import { Button } from "../../ui/Button.tsx";
import { InlineField } from "../../ui/fields/InlineField.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { Switch } from "../../ui/fields/Switch.tsx";
import { TextArea } from "../../ui/fields/TextArea.tsx";
import { Notice } from "../../ui/feedback/Notice.tsx";
import { ConfirmDialog } from "../../ui/overlays/Dialog.tsx";
import { Drawer } from "../../ui/overlays/Drawer.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";
import { PartError } from "../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { RefreshSelect } from "./RefreshSelect.tsx";
import { SourcePassages } from "./SourcePassages.tsx";
import { SourceState } from "./SourceState.tsx";
import { noCategory, useCategories } from "./useCategories.ts";

interface Props {
  sourceId: string;
  mayWrite: boolean;
  onClose(): void;
  onGone(): void;
}

/** One source: what was read, when, and why reading failed. */
export function SourceDrawer({ sourceId, mayWrite, onClose, onGone }: Props) {
  const { t } = useI18n();
  const { data, error, isFetching, refetch } = useQuery({ ...sourceQuery(sourceId), throwOnError: false });
  return (
    <Drawer title={data?.name ?? t("knowledge.source")} isOpen onOpenChange={(open) => !open && onClose()}>
      {error !== null && data === undefined ? (
        <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />
      ) : data === undefined ? (
        <SkeletonRows rows={5} />
      ) : (
        <SourceDetail source={data} mayWrite={mayWrite} onGone={onGone} />
      )}
    </Drawer>
  );
}

function SourceDetail({ source, mayWrite, onGone }: { source: KnowledgeSource; mayWrite: boolean; onGone(): void }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const client = useQueryClient();
  const categories = useCategories();
  const [dialog, setDialog] = useState<"text" | "delete" | null>(null);
  async function change(patch: UpdateKnowledgeSource) {
    client.setQueryData(sourceQuery(source.id).queryKey, await api.knowledge.sources.update(source.id, patch));
    sources.invalidate(client);
  }
  const changeNow = (patch: UpdateKnowledgeSource) => change(patch).catch((error: unknown) => showFailure(error, i18n));
  async function readAgain() {
    try {
      client.setQueryData(sourceQuery(source.id).queryKey, await api.knowledge.sources.refresh(source.id));
      toast.show({ tone: "ok", text: t("knowledge.reading") });
    } catch (error) {
      showFailure(error, i18n);
    }
    sources.invalidate(client);
  }
  return (
    <div className="grid gap-4 p-4">
      {source.error !== null && (
        <Notice tone="bad" role="status" title={<bdi>{source.error.message}</bdi>}>
          {source.chunkCount > 0 && t("knowledge.kept")}
        </Notice>
      )}
      <dl className="facts wide">
        <dt>{t("contact.name")}</dt>
        <dd>
          <InlineField label={t("contact.name")} value={source.name} isReadOnly={!mayWrite} onSave={(name) => change({ name })} />
        </dd>
        {source.url !== null && (
          <>
            <dt>{t("webhooks.url")}</dt>
            <dd>
              <InlineField
                label={t("webhooks.url")}
                type="url"
                isCode
                value={source.url}
                isReadOnly={!mayWrite}
                onSave={(url) => change({ url })}
              />
            </dd>
          </>
        )}
        <dt>{t("inbox.status")}</dt>
        <dd>
          <SourceState source={source} />
        </dd>
        <dt>{t("knowledge.read")}</dt>
        <dd>
          {source.lastFetchedAt === null ? (
            t("knowledge.never")
          ) : (
            <time dateTime={source.lastFetchedAt} title={format.instant(source.lastFetchedAt)}>
              {format.when(source.lastFetchedAt)}
            </time>
          )}
        </dd>
        <dt>{t("knowledge.passages")}</dt>
        <dd className="tabular-nums">
          {format.number(source.chunkCount)}
          <span className="text-text-3">{t("knowledge.characters", { n: source.charCount })}</span>
        </dd>
        <dt>{t("contact.language")}</dt>
        <dd>
          {source.language === null ? t("common.none") : <bdi>{source.language}</bdi>}
          {source.language !== null && source.languageDetected && <span className="text-text-3">{t("knowledge.detected")}</span>}
        </dd>
      </dl>
      <Select
        label={t("knowledge.category")}
        isReadOnly={!mayWrite}
        value={source.categoryId ?? noCategory}
        options={categories.options}
        onChange={(id) => void changeNow({ categoryId: id === noCategory ? null : id })}
      />
      {source.kind === "url" && (
        <RefreshSelect
          isReadOnly={!mayWrite}
          value={source.refreshEveryHours}
          onChange={(refreshEveryHours) => void changeNow({ refreshEveryHours })}
        />
      )}
      <Switch
        isSelected={source.isActive}
        isDisabled={!mayWrite}
        hint={t("knowledge.active.hint")}
        onChange={(isActive) => void changeNow({ isActive })}
      >
        {t("knowledge.active")}
      </Switch>
      {source.mediaId !== null && (
        <a className="link" href={`/api/v1/media/${source.mediaId}`} download>
          {t("knowledge.file.download")}
        </a>
      )}
      {source.text !== null && (
        <section className="grid gap-2" aria-label={t("knowledge.kind.text")}>
          <h3 className="flex items-center">
            {t("knowledge.kind.text")}
            {mayWrite && (
              <Button
                icon={Pencil}
                label={t("knowledge.text.edit")}
                variant="ghost"
                size="small"
                className="ms-auto"
                onPress={() => setDialog("text")}
              />
            )}
          </h3>
          <p className="card flat card-body knowledge-text" dir="auto">
            {source.text}
          </p>
        </section>
      )}
      {source.chunkCount > 0 && <SourcePassages key={source.lastFetchedAt} sourceId={source.id} />}
      {mayWrite && (
        <div className="flex gap-2">
          <Button icon={RefreshCw} isPending={isBeingRead(source)} onPress={() => void readAgain()}>
            {t("knowledge.readNow")}
          </Button>
          <Button variant="danger" onPress={() => setDialog("delete")}>
            {t("common.delete")}
          </Button>
        </div>
      )}
      {dialog === "text" && <TextDialog text={source.text ?? ""} onSave={(text) => change({ text })} onClose={() => setDialog(null)} />}
      {dialog === "delete" && (
        <ConfirmDialog
          title={t("labels.delete", { name: source.name })}
          isOpen
          confirmLabel={t("common.delete")}
          onOpenChange={(open) => !open && setDialog(null)}
          onConfirm={async () => {
            await api.knowledge.sources.delete(source.id);
            sources.invalidate(client);
            onGone();
          }}
        >
          {t("knowledge.delete.text")}
        </ConfirmDialog>
      )}
    </div>
  );
}

function TextDialog({ text, onSave, onClose }: { text: string; onSave(text: string): Promise<void>; onClose(): void }) {
  const { t } = useI18n();
  const [typed, setTyped] = useState(text);
  return (
    <FormDialog
      title={t("knowledge.text.edit")}
      size="large"
      verb={t("common.save")}
      onSubmit={async () => {
        await onSave(typed);
        onClose();
      }}
      onClose={onClose}
    >
      <TextArea
        label={t("knowledge.kind.text")}
        name="text"
        hint={t("knowledge.text.hint")}
        rows={10}
        rowsMax={20}
        value={typed}
        onChange={setTyped}
        isRequired
      />
    </FormDialog>
  );
}
