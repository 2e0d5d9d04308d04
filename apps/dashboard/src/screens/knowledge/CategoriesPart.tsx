import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { FolderTree, Plus } from "lucide-react";
import { useState } from "react";
import type { KnowledgeCategory } from "@parley/sdk";
import { api } from "../../api/client.ts";
import { categories } from "../../api/automation/knowledge.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { RowTools } from "../../parts/RowTools.tsx";
import { useFocusAfter } from "../../parts/use-focus-after.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { NumberField } from "../../ui/fields/NumberField.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Table } from "../../ui/lists/Table.tsx";
import { ConfirmDialog } from "../../ui/overlays/Dialog.tsx";
import { FormDialog, useChangesSinceOpened } from "../../ui/overlays/FormDialog.tsx";
import { PartError } from "../../ui/feedback/PartError.tsx";
import { type CategoryLine, noCategory, useCategories } from "./useCategories.ts";

/** Categories for sources and answers. */
export function CategoriesPart() {
  const { t, format } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { lines, error, isFetching, refetch } = useCategories();
  const [edited, setEdited] = useState<KnowledgeCategory | "new" | null>(null);
  const [making, focusMaking] = useFocusAfter<HTMLButtonElement>();
  const [deleted, setDeleted] = useState<CategoryLine | null>(null);
  const mayWrite = can(me, "knowledge:write");
  const begin = () => setEdited("new");
  useActions(
    mayWrite
      ? [{ id: "knowledge.category.new", label: "knowledge.category.new", group: "shell.knowledge", icon: Plus, keys: "c", run: begin }]
      : [],
  );
  const button = (
    <Button variant="primary" size="small" icon={Plus} keys="c" ref={making} onPress={begin}>
      {t("knowledge.category.new")}
    </Button>
  );
  return (
    <>
      {mayWrite && (
        <div className="toolbar">
          <span className="ms-auto">{button}</span>
        </div>
      )}
      {error !== null && lines === undefined ? (
        <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />
      ) : (
        <Table<CategoryLine>
          label={t("knowledge.categories")}
          rows={lines}
          rowId={({ category }) => category.id}
          columns={[
            { id: "name", name: t("contact.name"), cell: ({ path }) => <bdi className="font-medium">{path}</bdi> },
            {
              ...{ id: "description", name: t("labels.description") },
              cell: ({ category: { description } }) =>
                description !== null && <bdi className="line-clamp-1 text-text-2">{description}</bdi>,
            },
            {
              ...({ id: "sources", name: t("knowledge.sources"), align: "end" } as const),
              cell: ({ category }) => format.number(category.sourceCount),
            },
            {
              ...({ id: "answers", name: t("knowledge.answers"), align: "end" } as const),
              cell: ({ category }) => format.number(category.faqCount),
            },
            {
              ...({ id: "tools", name: t("common.more"), hideName: true, align: "end" } as const),
              cell: (line) =>
                mayWrite && (
                  <RowTools name={line.category.name} onEdit={() => setEdited(line.category)} onDelete={() => setDeleted(line)} />
                ),
            },
          ]}
          empty={
            <EmptyState
              icon={FolderTree}
              title={t("knowledge.categories.empty")}
              call="POST /api/v1/knowledge/categories"
              actions={
                mayWrite && (
                  <Button icon={Plus} keys="c" onPress={begin}>
                    {t("knowledge.category.new")}
                  </Button>
                )
              }
            >
              {t("knowledge.categories.empty.text")}
            </EmptyState>
          }
        />
      )}
      {edited !== null && (
        <CategoryDialog category={edited === "new" ? null : edited} lines={lines ?? []} onClose={() => setEdited(null)} />
      )}
      {deleted !== null && <DeleteDialog line={deleted} lines={lines ?? []} onClose={() => setDeleted(null)} onGone={focusMaking} />}
    </>
  );
}

interface DialogProps {
  lines: readonly CategoryLine[];
  onClose(): void;
}

function CategoryDialog({ category, lines, onClose }: DialogProps & { category: KnowledgeCategory | null }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [name, setName] = useState(category?.name ?? "");
  const [description, setDescription] = useState(category?.description ?? "");
  const [parent, setParent] = useState(category?.parentId ?? noCategory);
  const [position, setPosition] = useState(category?.position ?? 0);
  const body = {
    ...{ name, position },
    description: description.trim() === "" ? null : description,
    parentId: parent === noCategory ? null : parent,
  };
  const changes = useChangesSinceOpened(body);
  async function save() {
    if (category === null) await api.knowledge.categories.create(body);
    else if (changes !== null) await api.knowledge.categories.update(category.id, changes);
    categories.invalidate(client);
    onClose();
  }
  return (
    <FormDialog
      title={t(category === null ? "knowledge.category.new" : "knowledge.category.edit")}
      size="small"
      verb={t("common.save")}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label={t("contact.name")} name="name" value={name} onChange={setName} isRequired autoFocus />
      <TextField label={t("labels.description")} name="description" isOptional value={description} onChange={setDescription} />
      <Select
        label={t("knowledge.category.parent")}
        name="parentId"
        value={parent}
        options={[
          { id: noCategory, name: t("knowledge.category.top") },
          ...lines.filter((each) => each.category.id !== category?.id).map((each) => ({ id: each.category.id, name: each.path })),
        ]}
        onChange={setParent}
      />
      <NumberField
        label={t("knowledge.category.position")}
        name="position"
        hint={t("knowledge.category.position.hint")}
        minValue={0}
        value={position}
        onChange={setPosition}
      />
    </FormDialog>
  );
}

function DeleteDialog({ line: { category }, lines, onClose, onGone }: DialogProps & { line: CategoryLine; onGone(): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [moveTo, setMoveTo] = useState(noCategory);
  return (
    <ConfirmDialog
      title={t("labels.delete", { name: category.name })}
      isOpen
      confirmLabel={t("common.delete")}
      onOpenChange={(open) => !open && onClose()}
      onConfirm={async () => {
        await api.knowledge.categories.delete(category.id, { moveTo });
        categories.invalidate(client);
        onClose();
        onGone();
      }}
    >
      <div className="grid gap-3">
        <p>{t("knowledge.category.delete.text")}</p>
        <Select
          label={t("knowledge.category.moveTo")}
          value={moveTo}
          options={[
            { id: noCategory, name: t("knowledge.category.none") },
            ...lines.filter((each) => each.category.id !== category.id).map((each) => ({ id: each.category.id, name: each.path })),
          ]}
          onChange={setMoveTo}
        />
      </div>
    </ConfirmDialog>
  );
}
