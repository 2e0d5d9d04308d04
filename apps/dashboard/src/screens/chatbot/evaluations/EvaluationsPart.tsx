import { useInfiniteQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ListChecks, Plus } from "lucide-react";
import { useState } from "react";
import type { Chatbot, ChatbotCase, ChatbotEvaluationSummary } from "@parley/sdk";
import { addCase, evaluationsQuery } from "../../../api/automation/chatbots.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { LoadMore } from "../../../ui/lists/LoadMore.tsx";
import { Table } from "../../../ui/lists/Table.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { CaseFields } from "./CaseFields.tsx";
import { EvaluationDetail } from "./EvaluationDetail.tsx";

/** The chatbot's evaluations, or one of them. */
export function EvaluationsPart({ chatbot }: { chatbot: Chatbot }) {
  const { evaluation } = useSearch({ from: "/app/chatbots/$chatbotId/$part" });
  return evaluation === undefined ? (
    <EvaluationList chatbot={chatbot} />
  ) : (
    <EvaluationDetail key={evaluation} chatbot={chatbot} evaluationId={evaluation} />
  );
}

function EvaluationList({ chatbot }: { chatbot: Chatbot }) {
  const { t, format } = useI18n();
  const navigate = useNavigate({ from: "/chatbots/$chatbotId/$part" });
  const { data: me } = useSuspenseQuery(meQuery);
  const list = useInfiniteQuery({ ...evaluationsQuery(chatbot.id), throwOnError: false });
  const [making, setMaking] = useState(false);
  const mayWrite = can(me, "chatbot:write");
  const open = (id: string) => void navigate({ search: { evaluation: id } });
  useActions([
    {
      ...({ id: "evaluation.new", label: "evaluation.new", group: "shell.chatbot", icon: Plus, keys: "c" } as const),
      enabled: mayWrite,
      run: () => setMaking(true),
    },
  ]);
  const create = mayWrite && (
    <Button variant="primary" icon={Plus} keys="c" onPress={() => setMaking(true)}>
      {t("evaluation.new")}
    </Button>
  );
  const rows = list.data?.pages.flatMap(({ data }) => data);
  return (
    <div className="scroll grow">
      {rows?.length !== 0 && <div className="chatbot-tools">{create}</div>}
      {list.error !== null && rows === undefined ? (
        <PartError error={list.error} onRetry={() => void list.refetch()} isPending={list.isFetching} />
      ) : (
        <>
          <Table<ChatbotEvaluationSummary>
            label={t("chatbot.evaluations")}
            rows={rows}
            rowId={({ id }) => id}
            onRowAction={({ id }) => open(id)}
            columns={[
              { ...{ id: "name", name: t("evaluation.name") }, cell: ({ name }) => <bdi className="font-medium">{name}</bdi> },
              {
                ...({ id: "cases", name: t("evaluation.cases"), align: "end" } as const),
                cell: ({ caseCount }) => format.number(caseCount),
              },
              {
                ...({ id: "changed", name: t("evaluation.changed"), align: "end" } as const),
                cell: ({ updatedAt }) => (
                  <time className="text-text-3" dateTime={updatedAt} title={format.instant(updatedAt)}>
                    {format.when(updatedAt)}
                  </time>
                ),
              },
            ]}
            empty={
              <EmptyState
                icon={ListChecks}
                title={t("evaluation.empty")}
                call={`POST /api/v1/chatbots/${chatbot.id}/evaluations`}
                actions={create}
              >
                {t("evaluation.empty.text")}
              </EmptyState>
            }
          />
          <LoadMore hasMore={list.hasNextPage} onMore={() => list.fetchNextPage()} />
        </>
      )}
      {making && <NewEvaluationDialog chatbotId={chatbot.id} onMade={open} onClose={() => setMaking(false)} />}
    </div>
  );
}

const noCase: ChatbotCase = { name: "", message: "", expect: { decision: "answered" } };

/** A new evaluation has a first case, because without one it would be meaningless. */
function NewEvaluationDialog({ chatbotId, onMade, onClose }: { chatbotId: string; onMade(id: string): void; onClose(): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [first, setFirst] = useState(noCase);
  async function create() {
    const { id } = await addCase(client, chatbotId, { name }, first);
    onClose();
    onMade(id);
  }
  return (
    <FormDialog title={t("evaluation.new")} verb={t("common.save")} onSubmit={create} onClose={onClose}>
      <TextField label={t("evaluation.into")} name="name" value={name} onChange={setName} maxLength={100} isRequired autoFocus />
      <h3 className="section-title">{t("evaluation.case.new")}</h3>
      <CaseFields value={first} onChange={setFirst} at="cases[0]" />
    </FormDialog>
  );
}
