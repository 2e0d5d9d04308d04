import { Download } from "lucide-react";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Chip, type ChipTone } from "../../../ui/Chip.tsx";
import { buttonClass } from "../../../ui/Button.tsx";

interface FileRowProps {
  title: string;
  detail?: string | undefined;
  file: {
    status: "queued" | "running" | "completed" | "failed" | "expired";
    createdAt: string;
    expiresAt: string | null;
    sizeBytes: number;
    url: string | null;
    error: string | null;
  };
}

const tones: Readonly<Record<FileRowProps["file"]["status"], ChipTone>> = {
  queued: "plain",
  running: "info",
  completed: "ok",
  failed: "bad",
  expired: "line",
};

/** A background job: its progress, and its file once it is ready. */
export function FileRow({ title, detail, file }: FileRowProps) {
  const { t, format } = useI18n();
  const { status, createdAt, expiresAt, sizeBytes, url, error } = file;
  const facts = [
    format.when(createdAt),
    ...(detail === undefined ? [] : [detail]),
    ...(url === null ? [] : [format.bytes(sizeBytes)]),
    ...(url === null || expiresAt === null ? [] : [t("privacy.until", { when: format.day(expiresAt) })]),
    ...(error === null ? [] : [error]),
  ];
  return (
    <li className="mini">
      <span className="min-w-0 grow">
        <bdi className="cut block">{title}</bdi>
        <span className="text-12 text-text-3">{facts.join(" · ")}</span>
      </span>
      <Chip tone={tones[status]}>{t(`privacy.status.${status}`)}</Chip>
      {url !== null && (
        // The browser requests it with the session's cookie, and saves it as a download.
        <a className={buttonClass("plain", "small")} href={url} download>
          <Download className="icon icon-14" aria-hidden />
          {t("privacy.download")}
        </a>
      )}
    </li>
  );
}
