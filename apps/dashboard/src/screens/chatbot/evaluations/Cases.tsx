import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { ChatbotCase, ChatbotEvaluation } from "@parley/sdk";
import { saveEvaluation } from "../../../api/automation/chatbots.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { RowTools } from "../../../parts/RowTools.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { useFocusAfter } from "../../../parts/use-focus-after.ts";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { Table } from "../../../ui/lists/Table.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { CaseFields } from "./CaseFields.tsx";
import { useExpectation } from "./useExpectation.ts";

/** A case with its position, which is all that identifies it. */
interface Row {
  id: string;
  at: number;
  each: ChatbotCase;
}

const noCase: ChatbotCase = { name: "", message: "", expect: { decision: "answered" } };

/** The questions and expectations. A run keeps the cases it started with. */
export function Cases({ evaluation, mayWrite }: { evaluation: ChatbotEvaluation; mayWrite: boolean }) {
  const i18n = useI18n();
  const { t } = i18n;
  const client = useQueryClient();
  const expectation = useExpectation();
  const [adding, focusAdding] = useFocusAfter<HTMLButtonElement>();
  const [edited, setEdited] = useState<{ at: number; each: ChatbotCase } | null>(null);
  const { cases } = evaluation;
  async function save() {
    if (edited === null) return;
    await saveEvaluation(client, evaluation.id, { cases: cases.toSpliced(edited.at, 1, edited.each) });
    setEdited(null);
  }
  async function remove(at: number) {
    if (cases.length === 1) return toast.show({ tone: "bad", text: t("evaluation.case.last") });
    try {
      await saveEvaluation(client, evaluation.id, { cases: cases.toSpliced(at, 1) });
      focusAdding();
    } catch (error) {
      showFailure(error, i18n);
    }
  }
  return (
    <section className="card overflow-hidden" aria-label={t("evaluation.cases")}>
      <div className="card-head">
        <h3>{t("evaluation.cases")}</h3>
        {mayWrite && (
          <Button size="small" icon={Plus} className="ms-auto" ref={adding} onPress={() => setEdited({ at: cases.length, each: noCase })}>
            {t("evaluation.case.new")}
          </Button>
        )}
      </div>
      <Table<Row>
        label={t("evaluation.cases")}
        rows={cases.map((each, at) => ({ id: `${at}`, at, each }))}
        rowId={({ id }) => id}
        columns={[
          { ...{ id: "name", name: t("contact.name") }, cell: ({ each }) => <bdi className="font-medium">{each.name}</bdi> },
          {
            ...{ id: "message", name: t("evaluation.message") },
            cell: ({ each }) => <bdi className="line-clamp-2 text-text-2">{each.message}</bdi>,
          },
          {
            ...{ id: "expect", name: t("evaluation.decision") },
            cell: ({ each }) => <span className="line-clamp-2 text-text-2">{expectation(each.expect)}</span>,
          },
          {
            ...({ id: "tools", name: t("common.more"), hideName: true, align: "end" } as const),
            cell: ({ each, at }) =>
              mayWrite && <RowTools name={each.name} onEdit={() => setEdited({ at, each })} onDelete={() => void remove(at)} />,
          },
        ]}
        empty={null}
      />
      {edited !== null && (
        <FormDialog
          title={t(edited.at === cases.length ? "evaluation.case.new" : "evaluation.case.edit")}
          verb={t("common.save")}
          onSubmit={save}
          onClose={() => setEdited(null)}
        >
          <CaseFields value={edited.each} onChange={(each) => setEdited({ ...edited, each })} at={`cases[${edited.at}]`} />
        </FormDialog>
      )}
    </section>
  );
}
