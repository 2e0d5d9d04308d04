import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { ClipboardList, Plus } from "lucide-react";
import { useState } from "react";
import type { SignupForm } from "@parley/sdk";
import { signupForms } from "../../../api/agency.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { CopyText } from "../../../ui/CopyText.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { Table } from "../../../ui/lists/Table.tsx";
import { SignupFormDialog } from "./SignupFormDialog.tsx";

/** Public forms, on a landing page or at their own URL. */
export function FormsPart() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { recordId } = useParams({ strict: false }) as { recordId?: string };
  const { data: me } = useSuspenseQuery(meQuery);
  const { data, error, isFetching, refetch } = useQuery({ ...signupForms.listQuery(), staleTime: 0, throwOnError: false });
  const [making, setMaking] = useState(false);
  const mayWrite = can(me, "agency:write");
  const open = (id: string | null) =>
    void navigate(
      id === null
        ? { to: "/agency/$part", params: { part: "forms" } }
        : { to: "/agency/$part/$recordId", params: { part: "forms", recordId: id } },
    );
  useActions([
    {
      ...({ id: "forms.new", label: "forms.new", group: "shell.agency", icon: Plus, keys: "c" } as const),
      enabled: mayWrite,
      run: () => setMaking(true),
    },
  ]);
  if (error !== null && data === undefined) return <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />;
  const edited = data?.items.find(({ id }) => id === recordId);
  const create = mayWrite && (
    <Button variant="primary" icon={Plus} keys="c" onPress={() => setMaking(true)}>
      {t("forms.new")}
    </Button>
  );
  return (
    <div className="scroll grow">
      {create !== false && data?.items.length !== 0 && <div className="agency-tools">{create}</div>}
      <Table<SignupForm>
        label={t("agency.forms")}
        rows={data?.items}
        rowId={({ id }) => id}
        onRowAction={({ id }) => open(id)}
        columns={[
          { ...{ id: "title", name: t("forms.title") }, cell: ({ title }) => <bdi className="font-medium">{title}</bdi> },
          { ...{ id: "target", name: t("forms.target") }, cell: ({ target }) => t(`forms.target.${target.kind}`) },
          {
            ...{ id: "active", name: t("agency.state") },
            cell: ({ active }) => <Chip tone={active ? "ok" : "plain"}>{t(active ? "forms.open" : "forms.closed")}</Chip>,
          },
          { ...{ id: "url", name: t("forms.url") }, cell: ({ url }) => <CopyText text={url} label={t("forms.url")} /> },
        ]}
        empty={
          <EmptyState icon={ClipboardList} title={t("forms.empty")} call="POST /api/v1/agencies/current/signup-forms" actions={create}>
            {t("forms.empty.text")}
          </EmptyState>
        }
      />
      {making && <SignupFormDialog form={null} mayWrite onClose={() => setMaking(false)} />}
      {edited !== undefined && <SignupFormDialog key={edited.id} form={edited} mayWrite={mayWrite} onClose={() => open(null)} />}
    </div>
  );
}
