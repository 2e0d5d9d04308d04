import "../../styles/table.css";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { FileSpreadsheet } from "lucide-react";
import { useRef, useState } from "react";
import type { ContactImport } from "@parley/sdk";
import { api } from "../../api/client.ts";
import { contactImportQuery, importProblemsQuery } from "../../api/contact-transfers.ts";
import { contactFields, contacts } from "../../api/resources.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { tellFailure } from "../../parts/tell-failure.ts";
import { Button } from "../../ui/Button.tsx";
import { DropZone } from "../../ui/fields/FileButton.tsx";
import { Form } from "../../ui/fields/Form.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { Dialog, DialogContent, DialogFooter } from "../../ui/overlays/Dialog.tsx";
import { Progress } from "../../ui/Progress.tsx";

const fixedFields = ["name", "phone", "email", "tags", "source", "language", "timezone", "country", "optIn", "ownerId", "stageId"] as const;
const onExisting = ["skip", "update", "merge_tags"] as const;

type Mapping = Record<string, string | null>;

/** A file is first imported as a dry run: the outcome of each row is known before anything is written. */
export function ImportDialog({ onClose }: { onClose(): void }) {
  const i18n = useI18n();
  const { t } = i18n;
  const client = useQueryClient();
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const [mapping, setMapping] = useState<Mapping>({});
  const [existing, setExisting] = useState<(typeof onExisting)[number]>("update");
  const [testedId, setTestedId] = useState<string | null>(null);
  const [importId, setImportId] = useState<string | null>(null);
  const { data: looked, isPlaceholderData } = useQuery({
    ...contactImportQuery(testedId ?? ""),
    enabled: testedId !== null,
    // The columns stay, with the focus in them, during another dry run.
    placeholderData: keepPreviousData,
  });
  const { data: run } = useQuery({ ...contactImportQuery(importId ?? ""), enabled: importId !== null });

  /** Of several concurrent dry runs, the last counts. */
  const dryRuns = useRef(0);
  /** Whether the current mapping was tested. */
  const [isTested, setTested] = useState(false);
  async function look(next: { name: string; text: string }, chosen: Mapping, how: typeof existing) {
    dryRuns.current += 1;
    const own = dryRuns.current;
    setTested(false);
    const made = await api.contacts.imports.create({
      ...{ csv: next.text, filename: next.name, dryRun: true, onExisting: how },
      ...(Object.keys(chosen).length === 0 ? {} : { mapping: chosen }),
    });
    if (own !== dryRuns.current) return;
    setTestedId(made.id);
    setTested(true);
    setMapping(Object.fromEntries(made.columns.map(({ name, field }) => [name, field])));
  }
  async function take(files: File[]) {
    const [first] = files;
    if (first === undefined) return;
    const next = { name: first.name, text: await first.text() };
    try {
      await look(next, {}, existing);
      setFile(next);
    } catch (error) {
      tellFailure(error, i18n);
    }
  }
  async function start() {
    if (file === null) return;
    const made = await api.contacts.imports.create({ csv: file.text, filename: file.name, mapping, onExisting: existing });
    setImportId(made.id);
  }
  function change(nextMapping: Mapping, how = existing) {
    setMapping(nextMapping);
    setExisting(how);
    if (file !== null) look(file, nextMapping, how).catch((error: unknown) => tellFailure(error, i18n));
  }
  const isCurrent = isTested && !isPlaceholderData;
  async function close() {
    if (importId !== null) await contacts.invalidate(client);
    onClose();
  }

  return (
    <Dialog title={t("contacts.import")} size="large" isOpen onOpenChange={(open) => !open && void close()}>
      {run !== undefined ? (
        <Result job={run} onClose={() => void close()} />
      ) : (
        <Form onSubmit={start}>
          <DialogContent>
            {file === null ? (
              <DropZone
                label={t("contacts.import.file")}
                accept={[".csv", "text/csv"]}
                multiple={false}
                hint={t("contacts.import.hint")}
                onFiles={(files) => void take(files)}
              />
            ) : (
              <div className="grid gap-4">
                <p className="flex items-center gap-2">
                  <FileSpreadsheet className="icon" aria-hidden />
                  <bdi>{file.name}</bdi>
                </p>
                {looked !== undefined && <Columns job={looked} mapping={mapping} onMapping={change} />}
                <Select
                  label={t("contacts.import.existing")}
                  value={existing}
                  options={onExisting.map((id) => ({ id, name: t(`contacts.import.existing.${id}`) }))}
                  onChange={(how) => change(mapping, how as typeof existing)}
                />
                {looked !== undefined && isCurrent && <Outcome job={looked} />}
              </div>
            )}
          </DialogContent>
          <DialogFooter>
            <a className="link me-auto" href="/api/v1/contacts/imports/sample.csv" download>
              {t("contacts.import.sample")}
            </a>
            <Button onPress={() => void close()}>{t("common.cancel")}</Button>
            <Button type="submit" variant="primary" isDisabled={!isCurrent || looked?.status !== "completed" || looked.rowsTotal === 0}>
              {t("contacts.import.start", { n: looked?.rowsTotal ?? 0 })}
            </Button>
          </DialogFooter>
        </Form>
      )}
    </Dialog>
  );
}

function Columns({ job, mapping, onMapping }: { job: ContactImport; mapping: Mapping; onMapping(mapping: Mapping): void }) {
  const { t } = useI18n();
  const { data: custom } = useQuery({ ...contactFields.listQuery(), throwOnError: false });
  const options = [
    { id: "", name: t("contacts.import.leaveOut") },
    ...fixedFields.map((id) => ({ id, name: t(`contacts.field.${id}`) })),
    ...(custom?.items ?? []).map(({ key, label }) => ({ id: `customFields.${key}`, name: label })),
  ];
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
              <bdi>{name}</bdi>
            </td>
            <td className="text-text-3">
              <bdi>{samples.slice(0, 2).join(", ")}</bdi>
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

function Outcome({ job }: { job: ContactImport }) {
  const { t, format } = useI18n();
  const { data: problems } = useQuery({
    ...importProblemsQuery(job.id),
    enabled: job.status === "completed" && job.failed > 0,
    throwOnError: false,
  });
  if (job.status === "queued" || job.status === "running")
    return <Progress label={t("contacts.import.looking")} value={job.rowsDone / Math.max(job.rowsTotal, 1)} />;
  return (
    <div className="grid gap-2" role="status">
      <p>
        {format.list([
          t("contacts.import.created", { n: job.created }),
          t("contacts.import.updated", { n: job.updated }),
          t("contacts.import.skipped", { n: job.skipped }),
          t("contacts.import.failed", { n: job.failed }),
        ])}
      </p>
      {(problems?.data ?? []).map((row) => (
        <p key={row.row} className="text-12 text-danger-text">
          {t("contacts.import.row", { n: row.row })} <bdi>{`${row.field ?? ""} ${row.message ?? ""}`}</bdi>
        </p>
      ))}
    </div>
  );
}

function Result({ job, onClose }: { job: ContactImport; onClose(): void }) {
  const { t } = useI18n();
  const done = job.status !== "queued" && job.status !== "running";
  return (
    <>
      <DialogContent>
        {done ? <Outcome job={job} /> : <Progress label={t("contacts.import.running")} value={job.rowsDone / Math.max(job.rowsTotal, 1)} />}
        {done && job.failed > 0 && (
          <a className="link" href={`/api/v1/contacts/imports/${job.id}/rows.csv`} download>
            {t("contacts.import.report")}
          </a>
        )}
      </DialogContent>
      <DialogFooter>
        {!done && <Button onPress={() => void api.contacts.imports.cancel(job.id)}>{t("common.cancel")}</Button>}
        <Button variant="primary" onPress={onClose}>
          {t("common.close")}
        </Button>
      </DialogFooter>
    </>
  );
}
