import "../../styles/table.css";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { FileSpreadsheet } from "lucide-react";
import { useRef, useState } from "react";
import type { FaqImport } from "@parley/sdk";
import { api } from "../../api/client.ts";
import { faqImportProblemsQuery, faqImportQuery, faqs, importFaqs } from "../../api/knowledge.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { tellFailure } from "../../parts/tell-failure.ts";
import { Button } from "../../ui/Button.tsx";
import { DropZone } from "../../ui/fields/FileButton.tsx";
import { Form } from "../../ui/fields/Form.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { Dialog, DialogContent, DialogFooter } from "../../ui/overlays/Dialog.tsx";
import { Progress } from "../../ui/Progress.tsx";

const fields = ["question", "answer", "category", "language", "status", "alternatives"] as const;
const onExisting = ["skip", "update"] as const;

type Mapping = Readonly<Record<string, string | null>>;

/** A file is first imported as a dry run: the outcome of each row is known before anything is written. */
export function FaqImportDialog({ onClose }: { onClose(): void }) {
  const i18n = useI18n();
  const { t } = i18n;
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [mapping, setMapping] = useState<Mapping>({});
  const [existing, setExisting] = useState<FaqImport["onExisting"]>("skip");
  const [lookedId, setLookedId] = useState<string | null>(null);
  const [importId, setImportId] = useState<string | null>(null);
  const { data: looked, isPlaceholderData } = useQuery({
    ...faqImportQuery(lookedId ?? ""),
    enabled: lookedId !== null,
    // The columns stay, with the focus in them, during another dry run.
    placeholderData: keepPreviousData,
  });
  const { data: run } = useQuery({ ...faqImportQuery(importId ?? ""), enabled: importId !== null });

  /** Of several concurrent dry runs, the last counts. */
  const looks = useRef(0);
  /** Whether the current mapping was tested. */
  const [isLooked, setLooked] = useState(false);
  async function look(next: File, chosen: Mapping | null, how: FaqImport["onExisting"]) {
    looks.current += 1;
    const own = looks.current;
    setLooked(false);
    const made = await importFaqs(next, { mapping: chosen, onExisting: how, dryRun: true });
    if (own !== looks.current) return;
    setLookedId(made.id);
    setLooked(true);
    setMapping(Object.fromEntries(made.columns.map(({ name, field }) => [name, field])));
  }
  async function take([next]: File[]) {
    if (next === undefined) return;
    try {
      await look(next, null, existing);
      setFile(next);
    } catch (error) {
      tellFailure(error, i18n);
    }
  }
  function change(nextMapping: Mapping, how = existing) {
    setMapping(nextMapping);
    setExisting(how);
    if (file !== null) look(file, nextMapping, how).catch((error: unknown) => tellFailure(error, i18n));
  }
  async function start() {
    if (file !== null) setImportId((await importFaqs(file, { mapping, onExisting: existing, dryRun: false })).id);
  }
  function close() {
    if (importId !== null) faqs.invalidate(client);
    onClose();
  }
  const isCurrent = isLooked && !isPlaceholderData;
  return (
    <Dialog title={t("knowledge.import")} size="large" isOpen onOpenChange={(open) => !open && close()}>
      {run !== undefined ? (
        <Result job={run} onClose={close} />
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
                  label={t("knowledge.import.existing")}
                  value={existing}
                  options={onExisting.map((id) => ({ id, name: t(`contacts.import.existing.${id}`) }))}
                  onChange={(how) => change(mapping, how)}
                />
                {looked !== undefined && isCurrent && <Outcome job={looked} />}
              </div>
            )}
          </DialogContent>
          <DialogFooter>
            <Button onPress={close}>{t("common.cancel")}</Button>
            <Button type="submit" variant="primary" isDisabled={!isCurrent || looked?.status !== "completed" || looked.rowsTotal === 0}>
              {t("contacts.import.start", { n: looked?.rowsTotal ?? 0 })}
            </Button>
          </DialogFooter>
        </Form>
      )}
    </Dialog>
  );
}

function Columns({ job, mapping, onMapping }: { job: FaqImport; mapping: Mapping; onMapping(mapping: Mapping): void }) {
  const { t } = useI18n();
  const options = [
    { id: "", name: t("contacts.import.leaveOut") },
    ...fields.map((id) => ({ id: id as string, name: t(`knowledge.import.field.${id}`) })),
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
              <bdi className="line-clamp-2">{samples.slice(0, 2).join(", ")}</bdi>
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

function Outcome({ job }: { job: FaqImport }) {
  const { t, format } = useI18n();
  const { data: problems } = useQuery({
    ...faqImportProblemsQuery(job.id),
    enabled: job.status === "completed" && job.failed > 0,
    throwOnError: false,
  });
  if (job.status === "queued" || job.status === "running")
    return <Progress label={t("contacts.import.looking")} value={job.rowsDone / Math.max(job.rowsTotal, 1)} />;
  return (
    <div className="grid gap-2" role="status">
      {job.error !== null && <p className="text-danger-text">{job.error}</p>}
      <p>
        {format.list([
          t("knowledge.import.created", { n: job.created }),
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

function Result({ job, onClose }: { job: FaqImport; onClose(): void }) {
  const i18n = useI18n();
  const { t } = i18n;
  const done = job.status !== "queued" && job.status !== "running";
  const cancel = () => void api.knowledge.faqs.imports.cancel(job.id).catch((error: unknown) => tellFailure(error, i18n));
  return (
    <>
      <DialogContent>
        {done ? <Outcome job={job} /> : <Progress label={t("contacts.import.running")} value={job.rowsDone / Math.max(job.rowsTotal, 1)} />}
      </DialogContent>
      <DialogFooter>
        {!done && <Button onPress={cancel}>{t("common.cancel")}</Button>}
        <Button variant="primary" onPress={onClose}>
          {t("common.close")}
        </Button>
      </DialogFooter>
    </>
  );
}
