import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Merge, Tags } from "lucide-react";
import { useState } from "react";
import type { Tag, TagChange } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { contactTagsQuery } from "../../../api/contacts/contact-tags.ts";
import { contacts } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { RowTools } from "../../../parts/RowTools.tsx";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { Table } from "../../../ui/lists/Table.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";

/** Maximum number of tags in one request. */
const mergeMax = 20;
const none: ReadonlySet<string> = new Set();

/** The contacts' tags: renamed, merged and removed everywhere at once. */
export function TagsPart() {
  const { t, format } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data } = useQuery(contactTagsQuery());
  const client = useQueryClient();
  const [selected, setSelected] = useState<ReadonlySet<string>>(none);
  const [renamed, setRenamed] = useState<Tag | null>(null);
  const [merged, setMerged] = useState<readonly string[] | null>(null);
  const [deleted, setDeleted] = useState<Tag | null>(null);
  const mayWrite = can(me, "contacts:write");
  async function followed(work: Promise<TagChange>) {
    const { changed, remaining } = await work;
    toast.show({ tone: "ok", text: remaining ? t("tags.changed.more", { n: changed }) : t("tags.changed", { n: changed }) });
    setSelected(none);
    await Promise.all([client.invalidateQueries({ queryKey: ["contact-tags"] }), contacts.invalidate(client)]);
  }
  return (
    <>
      <Table<Tag>
        label={t("settings.tags")}
        rows={data?.data}
        rowId={({ name }) => name}
        {...(mayWrite
          ? {
              selected,
              onSelect: (ids) => setSelected(ids === "all" ? new Set((data?.data ?? []).map(({ name }) => name)) : ids),
              bulk: () => (
                <Button
                  size="small"
                  icon={Merge}
                  isDisabled={selected.size < 2 || selected.size > mergeMax}
                  onPress={() => setMerged([...selected])}
                >
                  {t("tags.merge")}
                </Button>
              ),
            }
          : {})}
        columns={[
          { id: "name", name: t("contact.name"), cell: ({ name }) => <bdi className="font-medium">{name}</bdi> },
          { id: "contacts", name: t("shell.contacts"), align: "end", cell: (tag) => format.number(tag.contacts) },
          {
            ...({ id: "tools", name: t("common.more"), hideName: true, align: "end" } as const),
            cell: (tag) => mayWrite && <RowTools name={tag.name} onEdit={() => setRenamed(tag)} onDelete={() => setDeleted(tag)} />,
          },
        ]}
        empty={
          <EmptyState icon={Tags} title={t("tags.empty")}>
            {t("tags.empty.text")}
          </EmptyState>
        }
      />
      {renamed !== null && (
        <NameDialog
          title={t("labels.edit", { name: renamed.name })}
          name={renamed.name}
          field="name"
          hint={t("tags.rename.hint")}
          onClose={() => setRenamed(null)}
          onSave={(name) => followed(api.contacts.tags.rename({ tag: renamed.name, name }))}
        />
      )}
      {merged !== null && (
        <NameDialog
          title={t("tags.merge.title", { n: merged.length })}
          name={merged[0] ?? ""}
          field="into"
          hint={format.list(merged)}
          onClose={() => setMerged(null)}
          onSave={(into) => followed(api.contacts.tags.merge({ tags: merged.filter((tag) => tag !== into), into }))}
        />
      )}
      {deleted !== null && (
        <ConfirmDialog
          title={t("labels.delete", { name: deleted.name })}
          isOpen
          isDanger
          confirmLabel={t("common.delete")}
          onOpenChange={(open) => !open && setDeleted(null)}
          onConfirm={async () => {
            await followed(api.contacts.tags.delete({ tags: [deleted.name] }));
            setDeleted(null);
          }}
        >
          {t("tags.delete.text", { n: deleted.contacts })}
        </ConfirmDialog>
      )}
    </>
  );
}

interface NameDialogProps {
  title: string;
  name: string;
  /** The request's field, where an error is shown. */
  field: "name" | "into";
  hint: string;
  onClose(): void;
  onSave(name: string): Promise<void>;
}

function NameDialog({ title, name: given, field, hint, onClose, onSave }: NameDialogProps) {
  const { t } = useI18n();
  const [name, setName] = useState(given);
  return (
    <FormDialog
      title={title}
      size="small"
      verb={t("common.save")}
      onSubmit={async () => {
        await onSave(name.trim());
        onClose();
      }}
      onClose={onClose}
    >
      <TextField
        label={t(field === "into" ? "tags.into" : "contact.name")}
        name={field}
        hint={hint}
        value={name}
        onChange={setName}
        isRequired
      />
    </FormDialog>
  );
}
