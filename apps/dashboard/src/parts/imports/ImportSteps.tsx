/** The parts of an import dialog: the file's columns, and the expected or actual result of its rows. */
import type { ReactNode } from "react";
import { type ColumnMapping, type Importer, type ImportJob, isRunning } from "../../api/contacts/imports.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../../ui/Button.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { DialogContent, DialogFooter } from "../../ui/overlays/Dialog.tsx";
import { Progress } from "../../ui/feedback/Progress.tsx";
import { showFailure } from "../show-failure.ts";
import { FailedRows } from "./FailedRows.tsx";

/** Formats the number of new records: "3 new contacts". */
export type Created = (n: number) => string;

interface ColumnsProps {
  job: ImportJob;
  fields: readonly { id: string; name: string }[];
  mapping: ColumnMapping;
  onMapping(mapping: ColumnMapping): void;
}

export function ImportColumns({ job, fields, mapping, onMapping }: ColumnsProps) {
  const { t } = useI18n();
  const options = [{ id: "", name: t("contacts.import.leaveOut") }, ...fields];
  return (
    <table>
      <thead>
        <tr>
          <th>{t("contacts.import.column")}</th>
          <th>{t("contacts.import.samples")}</th>
          <th>{t("contacts.import.field")}</th>
        </tr>
      </thead>
      <tbody>
        {job.columns.map(({ name, samples }) => (
          <tr key={name}>
            <td>
              <bdi className="inline-block min-w-14 wrap-anywhere">{name}</bdi>
            </td>
            <td className="text-text-3">
              <bdi className="line-clamp-2 wrap-anywhere">{samples.slice(0, 2).join(", ")}</bdi>
            </td>
            <td>
              <Select
                label={name}
                hideLabel
                size="small"
                value={mapping[name] ?? ""}
                options={options}
                onChange={(field) => onMapping({ ...mapping, [name]: field === "" ? null : field })}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface OutcomeProps<Existing extends string> {
  importer: Importer<Existing>;
  job: ImportJob;
  created: Created;
}

export function ImportOutcome<Existing extends string>({ importer, job, created }: OutcomeProps<Existing>) {
  const { t, format } = useI18n();
  if (isRunning(job)) return <Progress label={t("contacts.import.looking")} value={job.rowsDone / Math.max(job.rowsTotal, 1)} />;
  return (
    <div className="grid gap-2" role="status">
      {job.error !== null && <p className="text-danger-text">{job.error}</p>}
      <p>
        {format.list([
          created(job.created),
          t("contacts.import.updated", { n: job.updated }),
          t("contacts.import.skipped", { n: job.skipped }),
          t("contacts.import.failed", { n: job.failed }),
        ])}
      </p>
      {job.status === "completed" && job.failed > 0 && <FailedRows importer={importer} job={job} />}
    </div>
  );
}

interface ResultProps<Existing extends string> extends OutcomeProps<Existing> {
  report: ReactNode;
  onClose(): void;
}

export function ImportResult<Existing extends string>({ importer, job, created, report, onClose }: ResultProps<Existing>) {
  const i18n = useI18n();
  const { t } = i18n;
  const running = isRunning(job);
  const cancel = () => void importer.cancel(job.id).catch((error: unknown) => showFailure(error, i18n));
  return (
    <>
      <DialogContent>
        {running ? (
          <div className="grid gap-2">
            <p>{t("contacts.import.running")}</p>
            <Progress label={t("contacts.import.running")} value={job.rowsDone / Math.max(job.rowsTotal, 1)} />
          </div>
        ) : (
          <ImportOutcome importer={importer} job={job} created={created} />
        )}
        {!running && job.failed > 0 && report}
      </DialogContent>
      <DialogFooter>
        {running && <Button onPress={cancel}>{t("common.cancel")}</Button>}
        <Button variant="primary" onPress={onClose}>
          {t("common.close")}
        </Button>
      </DialogFooter>
    </>
  );
}
