import type { ReactNode } from "react";
import type { ImportJob } from "../../api/contacts/imports.ts";
import type { PagedQuery } from "../../api/paged.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { Chip, type ChipTone } from "../../ui/Chip.tsx";
import { ListFrame } from "../ListFrame.tsx";
import type { Created } from "./ImportSteps.tsx";

const tones: Readonly<Record<ImportJob["status"], ChipTone>> = {
  queued: "info",
  running: "info",
  completed: "ok",
  failed: "bad",
  cancelled: "plain",
};

interface Props<Job extends ImportJob> {
  query: PagedQuery<Job>;
  created: Created;
  /** Where the outcome of each row can be downloaded. */
  report?(job: Job): ReactNode;
}

/** All earlier imports, by anybody, including dry runs. */
export function PastImports<Job extends ImportJob>({ query, created, report }: Props<Job>) {
  const { t, format } = useI18n();
  return (
    <ListFrame<Job>
      query={query}
      label={t("contacts.past.imports")}
      rowId={({ id }) => id}
      columns={[
        {
          ...{ id: "file", name: t("contacts.import.file") },
          cell: ({ filename, createdAt }) => (
            <span className="block min-w-0">
              <bdi className="cut block font-medium">{filename ?? t("common.none")}</bdi>
              <time className="text-12 text-text-3" dateTime={createdAt} title={format.instant(createdAt)}>
                {format.when(createdAt)}
              </time>
            </span>
          ),
        },
        {
          ...{ id: "status", name: t("inbox.status") },
          cell: ({ status, dryRun, error }) => (
            <span className="block">
              <Chip tone={tones[status]}>{t(`contacts.past.status.${status}`)}</Chip> {dryRun && <Chip>{t("contacts.past.dryRun")}</Chip>}
              {error !== null && <bdi className="block text-12 text-danger-text">{error}</bdi>}
            </span>
          ),
        },
        {
          ...{ id: "rows", name: t("contacts.past.result") },
          cell: (job) =>
            format.list([
              created(job.created),
              t("contacts.import.updated", { n: job.updated }),
              t("contacts.import.skipped", { n: job.skipped }),
              t("contacts.import.failed", { n: job.failed }),
            ]),
        },
        ...(report === undefined
          ? []
          : [
              {
                ...({ id: "report", name: t("contacts.import.report"), hideName: true, align: "end", isWide: true } as const),
                cell: report,
              },
            ]),
      ]}
      empty={<p className="text-text-3">{t("contacts.past.none")}</p>}
    />
  );
}
