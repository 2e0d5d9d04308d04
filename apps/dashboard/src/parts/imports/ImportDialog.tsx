import "../../styles/table.css";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { FileSpreadsheet } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { type ColumnMapping, type Importer, type ImportJob, importQuery } from "../../api/contacts/imports.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../../ui/Button.tsx";
import { DropZone } from "../../ui/fields/FileButton.tsx";
import { Form } from "../../ui/fields/Form.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { Dialog, DialogContent, DialogFooter } from "../../ui/overlays/Dialog.tsx";
import { showFailure } from "../show-failure.ts";
import { type Created, ImportColumns, ImportOutcome, ImportResult } from "./ImportSteps.tsx";

interface Props<Existing extends string> {
  importer: Importer<Existing>;
  title: string;
  /** What happens to existing records. `usual` is preselected. */
  existing: { label: string; options: readonly { id: Existing; name: string }[]; usual: Existing };
  /** The fields that a column can be mapped to. */
  fields: readonly { id: string; name: string }[];
  created: Created;
  /** Before the buttons: a sample file. */
  sample?: ReactNode;
  /** Below the result: where the refused rows can be downloaded. */
  report?(job: ImportJob): ReactNode;
  onClose(): void;
}

/** A file is first imported as a dry run, so that the outcome of each row is known before anything is written. */
export function ImportDialog<Existing extends string>(props: Props<Existing>) {
  const { importer, title, existing, fields, created, sample, report, onClose } = props;
  const i18n = useI18n();
  const { t } = i18n;
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  /** The name of the file that is being sent for its first test. */
  const [sending, setSending] = useState<string | null>(null);
  const [mapping, setMapping] = useState<ColumnMapping>({});
  const [onExisting, setOnExisting] = useState(existing.usual);
  const [testedId, setTestedId] = useState<string | null>(null);
  const [importId, setImportId] = useState<string | null>(null);
  const { data: tested, isPlaceholderData } = useQuery({
    ...importQuery(importer, testedId ?? ""),
    enabled: testedId !== null,
    // The columns keep their place and the focus during another dry run.
    placeholderData: keepPreviousData,
  });
  const { data: run } = useQuery({ ...importQuery(importer, importId ?? ""), enabled: importId !== null });

  /** Of several concurrent dry runs, the last one counts. */
  const dryRuns = useRef(0);
  /** Whether the current mapping has been tested. */
  const [isTested, setTested] = useState(false);
  async function test(next: File, chosen: ColumnMapping | null, how: Existing) {
    dryRuns.current += 1;
    const own = dryRuns.current;
    setTested(false);
    const made = await importer.create(next, { mapping: chosen, onExisting: how, dryRun: true });
    if (own !== dryRuns.current) return;
    setTestedId(made.id);
    setTested(true);
    setMapping(Object.fromEntries(made.columns.map(({ name, field }) => [name, field])));
  }
  async function take([next]: File[]) {
    if (next === undefined) return;
    setSending(next.name);
    try {
      await test(next, null, onExisting);
      setFile(next);
    } catch (error) {
      showFailure(error, i18n);
    } finally {
      setSending(null);
    }
  }
  function change(nextMapping: ColumnMapping, how = onExisting) {
    setMapping(nextMapping);
    setOnExisting(how);
    if (file !== null) test(file, nextMapping, how).catch((error: unknown) => showFailure(error, i18n));
  }
  async function start() {
    if (file !== null) setImportId((await importer.create(file, { mapping, onExisting, dryRun: false })).id);
  }
  async function close() {
    if (importId !== null) await importer.changed(client);
    onClose();
  }
  const isCurrent = isTested && !isPlaceholderData;

  return (
    <Dialog title={title} size="large" isOpen onOpenChange={(open) => !open && void close()}>
      {run !== undefined ? (
        <ImportResult importer={importer} job={run} created={created} report={report?.(run)} onClose={() => void close()} />
      ) : (
        <Form onSubmit={start}>
          <DialogContent>
            {file === null ? (
              <DropZone
                label={t("contacts.import.file")}
                accept={[".csv", "text/csv"]}
                multiple={false}
                hint={
                  <span role="status">
                    {sending === null ? (
                      t("contacts.import.hint")
                    ) : (
                      <>
                        {t("message.uploading")}: <bdi>{sending}</bdi>
                      </>
                    )}
                  </span>
                }
                onFiles={(files) => void take(files)}
              />
            ) : (
              <div className="grid gap-4">
                <p className="flex items-center gap-2">
                  <FileSpreadsheet className="icon" aria-hidden />
                  <bdi>{file.name}</bdi>
                </p>
                {tested !== undefined && <ImportColumns job={tested} fields={fields} mapping={mapping} onMapping={change} />}
                <Select label={existing.label} value={onExisting} options={existing.options} onChange={(how) => change(mapping, how)} />
                {tested !== undefined && isCurrent && <ImportOutcome importer={importer} job={tested} created={created} />}
              </div>
            )}
          </DialogContent>
          <DialogFooter>
            {sample}
            <Button onPress={() => void close()}>{t("common.cancel")}</Button>
            <Button type="submit" variant="primary" isDisabled={!isCurrent || tested?.status !== "completed" || tested.rowsTotal === 0}>
              {tested === undefined || tested.rowsTotal === 0 ? t("contacts.import") : t("contacts.import.start", { n: tested.rowsTotal })}
            </Button>
          </DialogFooter>
        </Form>
      )}
    </Dialog>
  );
}
