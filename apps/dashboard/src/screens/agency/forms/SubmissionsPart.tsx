import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Inbox } from "lucide-react";
import type { FormSubmission } from "@parley/sdk";
import { signupForms, submissions } from "../../../api/agency.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { FilterBar } from "../../../ui/lists/FilterBar.tsx";
import { LoadMore } from "../../../ui/lists/LoadMore.tsx";
import { Table } from "../../../ui/lists/Table.tsx";
import { submissionStates } from "../agency-search.ts";
import { submissionTones, whoOf } from "./submission.ts";
import { SubmissionDrawer } from "./SubmissionDrawer.tsx";
import { useAgencySearch } from "../useAgencySearch.ts";

/** Submissions, newest first; each is approved or marked as spam. */
export function SubmissionsPart() {
  const { t, format } = useI18n();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const search = useAgencySearch();
  const { state, formId } = search;
  const { recordId } = useParams({ strict: false }) as { recordId?: string };
  const filters = { ...(state === undefined ? {} : { status: state }), ...(formId === undefined ? {} : { formId }) };
  const list = { ...submissions.listQuery(filters), staleTime: 0, refetchInterval: 30_000, throwOnError: false as const };
  const { data, error, isFetching, refetch } = useQuery(list);
  const { data: forms } = useQuery({ ...signupForms.listQuery(), throwOnError: false });
  const change = (next: object) => void navigate({ to: ".", search: (now: object) => ({ ...now, ...next }) });
  const open = (id: string | null) =>
    void navigate(
      id === null
        ? { to: "/agency/$part", params: { part: "submissions" }, search }
        : { to: "/agency/$part/$recordId", params: { part: "submissions", recordId: id }, search },
    );
  const filtered = state !== undefined || formId !== undefined;
  return (
    <div className="scroll grow">
      <FilterBar label={t("ui.filter")} {...(filtered ? { onClear: () => change({ state: undefined, formId: undefined }) } : {})}>
        <Select
          label={t("agency.state")}
          hideLabel
          size="small"
          value={state ?? ""}
          options={[
            { id: "", name: t("agency.state.any") },
            ...submissionStates.map((id) => ({ id, name: format.sentence(t(`submissions.state.${id}`)) })),
          ]}
          onChange={(id) => change({ state: submissionStates.find((each) => each === id) })}
        />
        <Select
          label={t("submissions.form")}
          hideLabel
          size="small"
          value={formId ?? ""}
          options={[{ id: "", name: t("submissions.form.any") }, ...(forms?.items ?? []).map(({ id, title }) => ({ id, name: title }))]}
          onChange={(id) => change({ formId: id === "" ? undefined : id })}
        />
      </FilterBar>
      {error !== null && data === undefined ? (
        <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />
      ) : (
        <Table<FormSubmission>
          label={t("agency.submissions")}
          rows={data?.items}
          rowId={({ id }) => id}
          onRowAction={({ id }) => open(id)}
          columns={[
            {
              ...{ id: "who", name: t("submissions.who") },
              cell: ({ answers }) => <bdi className="font-medium">{whoOf(answers)}</bdi>,
            },
            { ...{ id: "form", name: t("submissions.form") }, cell: ({ formTitle }) => <bdi>{formTitle}</bdi> },
            { ...{ id: "target", name: t("forms.target") }, cell: ({ target }) => t(`forms.target.${target.kind}`) },
            {
              ...{ id: "state", name: t("agency.state") },
              cell: ({ status }) => <Chip tone={submissionTones[status]}>{t(`submissions.state.${status}`)}</Chip>,
            },
            {
              ...{ id: "when", name: t("submissions.when"), align: "end" },
              cell: ({ createdAt }) => (
                <time dateTime={createdAt} title={format.instant(createdAt)}>
                  {format.when(createdAt)}
                </time>
              ),
            },
          ]}
          empty={
            <EmptyState icon={Inbox} title={t(filtered ? "submissions.noMatch" : "submissions.empty")}>
              {!filtered && t("submissions.empty.text")}
            </EmptyState>
          }
        />
      )}
      <LoadMore hasMore={data?.next != null} onMore={() => submissions.loadMore(client, filters)} />
      {recordId !== undefined && <SubmissionDrawer id={recordId} mayWrite={can(me, "agency:write")} onClose={() => open(null)} />}
    </div>
  );
}
