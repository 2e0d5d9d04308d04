import { useQuery } from "@tanstack/react-query";
import type { ErrorDetail } from "@parley/sdk";
import { useState } from "react";
import { failedRowsQuery, type Importer, type ImportJob } from "../../api/contacts/imports.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { issueText } from "../../ui/fields/issues.ts";

interface Props<Existing extends string> {
  importer: Importer<Existing>;
  jobId: string;
}

/** The first rows of an import that could not be applied, and why. */
export function FailedRows<Existing extends string>({ importer, jobId }: Props<Existing>) {
  const i18n = useI18n();
  const { data: problems } = useQuery({ ...failedRowsQuery(importer, jobId), throwOnError: false });
  return (problems ?? []).map(({ row, field, issue, message }) => (
    <p key={row} className="text-12 text-danger-text">
      {i18n.t("contacts.import.row", { n: row })}{" "}
      {field === null || issue === null ? (
        <bdi>{message}</bdi>
      ) : (
        i18n.t("ui.form.other", { field, issue: issueText({ field, issue: issue as ErrorDetail["issue"] }, i18n) })
      )}
    </p>
  ));
}

/** The same for a list of imports: asked for when it is opened. */
export function FailedRowsOnDemand<Existing extends string>({ importer, job }: { importer: Importer<Existing>; job: ImportJob }) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  if (job.status !== "completed" || job.failed === 0) return null;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="link py-1">{t("contacts.import.failed", { n: job.failed })}</summary>
      {isOpen && <FailedRows importer={importer} jobId={job.id} />}
    </details>
  );
}
