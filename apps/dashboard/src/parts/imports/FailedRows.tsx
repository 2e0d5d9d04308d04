import { useQuery } from "@tanstack/react-query";
import type { ErrorDetail } from "@parley/sdk";
import { useState } from "react";
import { failedRowsQuery, type Importer, type ImportJob } from "../../api/contacts/imports.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { PartError } from "../../ui/feedback/PartError.tsx";
import { issueText } from "../../ui/fields/issues.ts";

interface Props<Existing extends string> {
  importer: Importer<Existing>;
  job: ImportJob;
}

/** The first rows of an import that could not be applied, and why. */
export function FailedRows<Existing extends string>({ importer, job }: Props<Existing>) {
  const i18n = useI18n();
  const { t } = i18n;
  const { data: problems, error, refetch, isFetching } = useQuery({ ...failedRowsQuery(importer, job.id), throwOnError: false });
  if (problems === undefined)
    return error === null ? (
      <p className="text-12 text-text-3" role="status">
        {t("common.loading")}
      </p>
    ) : (
      <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />
    );
  const rows = problems.map(({ row, field, issue, message }) => (
    <p key={row} className="text-12 text-danger-text">
      {t("contacts.import.row", { n: row })}{" "}
      {field === null || issue === null ? (
        <bdi>{message}</bdi>
      ) : (
        t("ui.form.other", { field, issue: issueText({ field, issue: issue as ErrorDetail["issue"] }, i18n) })
      )}
    </p>
  ));
  const left = job.failed - problems.length;
  return (
    <>
      {rows}
      {left > 0 && <p className="text-12 text-text-3">{t("contacts.import.failed.more", { n: left })}</p>}
    </>
  );
}

/** The same for a list of imports: loaded when it is opened. */
export function FailedRowsOnDemand<Existing extends string>({ importer, job }: Props<Existing>) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  if (job.status !== "completed" || job.failed === 0) return null;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="link py-1">{t("contacts.import.failed", { n: job.failed })}</summary>
      {isOpen && <FailedRows importer={importer} job={job} />}
    </details>
  );
}
