import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Zap } from "lucide-react";
import { useState } from "react";
import type { CannedReply } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { cannedReplies } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { SettingsList } from "../SettingsList.tsx";
import { ReplyFilesField } from "./ReplyFilesField.tsx";
import { FormDialog, useChangesSinceOpened } from "../../../ui/overlays/FormDialog.tsx";

/** Stored replies. A slash in the composer opens them. */
export function CannedRepliesPart() {
  const { t, format } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data } = useQuery(cannedReplies.listQuery());
  const client = useQueryClient();
  return (
    <SettingsList<CannedReply>
      titleKey="canned.title"
      newKey="canned.new"
      rows={data?.items}
      nameOf={({ title }) => title}
      mayWrite={can(me, "conversations:write")}
      columns={[
        { id: "title", name: t("canned.name"), cell: ({ title }) => <bdi className="font-medium">{title}</bdi> },
        { id: "shortcut", name: t("canned.shortcut"), cell: ({ shortcut }) => <code>{`/${shortcut}`}</code> },
        { id: "content", name: t("canned.content"), cell: ({ content }) => <bdi className="line-clamp-2 text-text-2">{content}</bdi> },
        { id: "used", name: t("canned.used"), align: "end", cell: ({ usageCount }) => format.number(usageCount) },
      ]}
      empty={
        <EmptyState icon={Zap} title={t("canned.empty")} call="POST /api/v1/canned-replies">
          {t("canned.empty.text")}
        </EmptyState>
      }
      form={(reply, onClose) => <ReplyDialog reply={reply} onClose={onClose} />}
      loss={() => t("canned.delete.text")}
      onDelete={({ id }) => cannedReplies.remove(client, id)}
    />
  );
}

function ReplyDialog({ reply, onClose }: { reply: CannedReply | null; onClose(): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [title, setTitle] = useState(reply?.title ?? "");
  const [shortcut, setShortcut] = useState(reply?.shortcut ?? "");
  const [content, setContent] = useState(reply?.content ?? "");
  const [mediaIds, setMediaIds] = useState(reply?.mediaIds ?? []);
  const [storing, setStoring] = useState(false);
  const body = { title, shortcut: shortcut.replace(/^\//, ""), content, mediaIds };
  const changes = useChangesSinceOpened(body);
  async function save() {
    if (reply === null) await api.cannedReplies.create(body);
    else if (changes !== null) await api.cannedReplies.update(reply.id, changes);
    await cannedReplies.invalidate(client);
    onClose();
  }
  return (
    <FormDialog
      title={t(reply === null ? "canned.new" : "canned.edit")}
      verb={t("common.save")}
      isDisabled={storing}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label={t("canned.name")} name="title" value={title} onChange={setTitle} isRequired />
      <TextField
        label={t("canned.shortcut")}
        name="shortcut"
        hint={t("canned.shortcut.hint")}
        value={shortcut}
        onChange={setShortcut}
        isRequired
        isCode
      />
      <TextArea
        label={t("canned.content")}
        name="content"
        hint={t("canned.content.hint")}
        rows={5}
        value={content}
        onChange={setContent}
        isRequired
      />
      <ReplyFilesField ids={mediaIds} onChange={setMediaIds} onPending={setStoring} />
    </FormDialog>
  );
}
