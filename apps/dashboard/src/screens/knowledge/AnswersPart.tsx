import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useLocation, useNavigate, useParams } from "@tanstack/react-router";
import { MessageCircleQuestionMark, Plus } from "lucide-react";
import { useRef, useState } from "react";
import type { Faq } from "@parley/sdk";
import { api } from "../../api/client.ts";
import { citationsQuery, citedDays, faqs, faqsQuery } from "../../api/automation/knowledge.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { RowTools } from "../../parts/RowTools.tsx";
import { useFocusAfter } from "../../parts/use-focus-after.ts";
import { useTyped } from "../../parts/fields/use-typed.ts";
import { Button } from "../../ui/Button.tsx";
import { Chip, type ChipTone } from "../../ui/Chip.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { SearchField } from "../../ui/fields/SearchField.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { FilterBar } from "../../ui/lists/FilterBar.tsx";
import { LoadMore } from "../../ui/lists/LoadMore.tsx";
import { Table } from "../../ui/lists/Table.tsx";
import { ConfirmDialog } from "../../ui/overlays/Dialog.tsx";
import { PartError } from "../../ui/feedback/PartError.tsx";
import { FaqDialog, FaqView } from "./FaqDialog.tsx";
import { FaqTransfer } from "./FaqTransfer.tsx";
import { faqStates } from "./knowledge-search.ts";
import { useCategories } from "./useCategories.ts";
import { useKnowledgeSearch } from "./useKnowledgeSearch.ts";

const tones: Readonly<Record<Faq["status"], ChipTone>> = { draft: "warn", published: "ok", archived: "plain" };

/** Questions with their answers. */
export function AnswersPart() {
  const { t, format } = useI18n();
  const { ask, q, categoryId, status: given } = useKnowledgeSearch();
  const status = faqStates.find((each) => each === given);
  const filters = { q, categoryId, status };
  const { recordId } = useParams({ strict: false }) as { recordId?: string };
  const { searchStr } = useLocation();
  const navigate = useNavigate({ from: "/knowledge/$part" });
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data, error, isFetching, refetch } = useQuery({ ...faqsQuery(filters), throwOnError: false });
  const { data: cited } = useQuery(citationsQuery);
  const categories = useCategories();
  const [typed, setTyped] = useTyped(
    q ?? "",
    (text) => void navigate({ search: (now) => ({ ...now, q: text === "" ? undefined : text }), replace: true }),
  );
  const input = useRef<HTMLInputElement>(null);
  const [writing, setWriting] = useState(false);
  const [making, focusMaking] = useFocusAfter<HTMLButtonElement>();
  const [deleted, setDeleted] = useState<Faq | null>(null);
  const mayWrite = can(me, "knowledge:write");
  const filtered = Object.values(filters).some((value) => value !== undefined);
  const close = () => void navigate({ to: "/knowledge/$part", params: { part: "answers" }, search: (now) => now });
  useActions([
    {
      ...({ id: "knowledge.faq.new", label: "knowledge.faq.new", group: "shell.knowledge", icon: Plus, keys: "c" } as const),
      enabled: mayWrite,
      run: () => setWriting(true),
    },
    {
      ...({ id: "knowledge.answers.find", label: "knowledge.answers.find", group: "shell.knowledge", keys: "/", keyOnly: true } as const),
      run: () => input.current?.focus(),
    },
  ]);
  return (
    <>
      <FilterBar
        label={t("knowledge.filter")}
        {...(filtered ? { onClear: () => void navigate({ search: { ask } }) } : {})}
        end={
          <>
            <FaqTransfer mayWrite={mayWrite} />
            {mayWrite && (
              <Button variant="primary" size="small" icon={Plus} keys="c" ref={making} onPress={() => setWriting(true)}>
                {t("knowledge.faq.new")}
              </Button>
            )}
          </>
        }
      >
        <SearchField label={t("knowledge.answers.find")} size="small" keys="/" value={typed} onChange={setTyped} inputRef={input} />
        <Select
          label={t("knowledge.category")}
          hideLabel
          size="small"
          value={categoryId ?? ""}
          options={categories.filters}
          onChange={(id) => void navigate({ search: (now) => ({ ...now, categoryId: id === "" ? undefined : id }) })}
        />
        <Select
          label={t("inbox.status")}
          hideLabel
          size="small"
          value={status ?? ""}
          options={[{ id: "", name: t("knowledge.state.all") }, ...faqStates.map((id) => ({ id, name: t(`knowledge.faq.${id}`) }))]}
          onChange={(id) => void navigate({ search: (now) => ({ ...now, status: faqStates.find((each) => each === id) }) })}
        />
      </FilterBar>
      {error !== null && data === undefined ? (
        <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />
      ) : (
        <>
          <Table<Faq>
            label={t("knowledge.answers")}
            rows={data?.items}
            rowId={({ id }) => id}
            rowHref={({ id }) => `/knowledge/answers/${id}${searchStr}`}
            columns={[
              {
                ...{ id: "question", name: t("knowledge.question") },
                cell: ({ question, answer }) => (
                  <span className="block min-w-0">
                    <bdi className="line-clamp-2 font-medium">{question}</bdi>
                    <bdi className="line-clamp-1 text-12 text-text-3">{answer}</bdi>
                  </span>
                ),
              },
              {
                ...{ id: "category", name: t("knowledge.category") },
                cell: ({ categoryId: id, category }) => <bdi className="text-text-2">{categories.pathOf(id) ?? category}</bdi>,
              },
              {
                ...{ id: "status", name: t("inbox.status") },
                cell: (faq) => <Chip tone={tones[faq.status]}>{t(`knowledge.faq.${faq.status}`)}</Chip>,
              },
              {
                ...({ id: "cited", name: t("knowledge.cited", { n: citedDays }), align: "end" } as const),
                cell: ({ id }) => cited !== undefined && format.number(cited.get(id) ?? 0),
              },
              {
                ...({ id: "changed", name: t("knowledge.changed"), align: "end" } as const),
                cell: ({ updatedAt }) => (
                  <time className="text-text-3" dateTime={updatedAt} title={format.instant(updatedAt)}>
                    {format.when(updatedAt)}
                  </time>
                ),
              },
              {
                ...({ id: "tools", name: t("common.more"), hideName: true, align: "end" } as const),
                cell: (faq) =>
                  mayWrite && (
                    <RowTools
                      name={faq.question}
                      onEdit={() =>
                        void navigate({
                          to: "/knowledge/$part/$recordId",
                          params: { part: "answers", recordId: faq.id },
                          search: (now) => now,
                        })
                      }
                      onDelete={() => setDeleted(faq)}
                    />
                  ),
              },
            ]}
            empty={
              filtered ? (
                <EmptyState icon={MessageCircleQuestionMark} title={t("knowledge.noMatch")} />
              ) : (
                <EmptyState
                  icon={MessageCircleQuestionMark}
                  title={t("knowledge.answers.empty")}
                  call="POST /api/v1/knowledge/faqs"
                  actions={
                    mayWrite && (
                      <Button icon={Plus} keys="c" onPress={() => setWriting(true)}>
                        {t("knowledge.faq.new")}
                      </Button>
                    )
                  }
                >
                  {t("knowledge.answers.empty.text")}
                </EmptyState>
              )
            }
          />
          <LoadMore hasMore={data?.next != null} onMore={() => faqs.loadMore(client, filters)} />
        </>
      )}
      {writing && <FaqDialog faq={null} onClose={() => setWriting(false)} />}
      {recordId !== undefined && <OpenedFaq id={recordId} mayWrite={mayWrite} onClose={close} />}
      {deleted !== null && (
        <ConfirmDialog
          title={t("labels.delete", { name: deleted.question })}
          isOpen
          confirmLabel={t("common.delete")}
          onOpenChange={(open) => !open && setDeleted(null)}
          onConfirm={async () => {
            await api.knowledge.faqs.delete(deleted.id);
            faqs.invalidate(client);
            setDeleted(null);
            focusMaking();
          }}
        >
          {t("knowledge.delete.text")}
        </ConfirmDialog>
      )}
    </>
  );
}

/** The one in the URL. */
function OpenedFaq({ id, mayWrite, onClose }: { id: string; mayWrite: boolean; onClose(): void }) {
  const { data } = useQuery(faqs.detailQuery(id));
  if (data === undefined) return null;
  return mayWrite ? <FaqDialog faq={data} onClose={onClose} /> : <FaqView faq={data} onClose={onClose} />;
}
