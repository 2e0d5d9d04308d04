import "../../styles/charts.css";
import { ChartColumn, ChevronDown, Download, Table2 } from "lucide-react";
import type { ReactNode } from "react";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button, buttonClass } from "../Button.tsx";
import { PartError } from "../feedback/PartError.tsx";
import { Skeleton, SkeletonLine } from "../feedback/Skeleton.tsx";
import { classes } from "../lib/classes.ts";
import { Segmented } from "../lists/Segmented.tsx";
import { Menu, MenuItem } from "../overlays/Menu.tsx";
import { type ChartRows, ChartTable } from "./ChartTable.tsx";

export interface ChartFile {
  id: string;
  name: string;
  href: string;
}

interface ChartCardProps {
  title: string;
  /** Next to the title: the legend, or what the numbers refer to. */
  note?: ReactNode;
  /** The same numbers; undefined while they load. */
  table: ChartRows | undefined;
  isTable: boolean;
  onTable(isTable: boolean): void;
  /** One file per result. */
  files: readonly ChartFile[];
  /** Up to when everything is counted, as text. */
  countedTo?: string | undefined;
  error?: Error | null;
  onRetry?(): void;
  /** Shown in place of the chart. */
  empty?: ReactNode;
  /** The previous numbers are shown until the next ones arrive. */
  isOld?: boolean;
  className?: string;
  children: ReactNode;
}

/** A chart, with its numbers as a table and as a file. Its height stays the same while it loads. */
export function ChartCard(props: ChartCardProps) {
  const { title, note, table, isTable, onTable, files, countedTo, error, onRetry, empty, isOld = false, className, children } = props;
  const { t } = useI18n();
  const nothing = empty !== undefined && empty !== null && empty !== false;
  const failed = error != null && table === undefined;
  return (
    <section
      className={classes("card chart-card", className)}
      aria-label={title}
      aria-busy={isOld || (table === undefined && !nothing && !failed)}
    >
      <header className="card-head">
        <h2>{title}</h2>
        {note}
        <Segmented
          label={t("ui.chart.view", { name: title })}
          size="small"
          iconsOnly
          value={isTable ? "table" : "chart"}
          segments={[
            { id: "chart", name: t("ui.chart.chart"), icon: ChartColumn },
            { id: "table", name: t("ui.chart.table"), icon: Table2 },
          ]}
          onChange={(view) => onTable(view === "table")}
        />
      </header>
      <div className="chart-body">
        {failed ? (
          <PartError error={error} {...(onRetry === undefined ? {} : { onRetry })} />
        ) : nothing ? (
          <p className="chart-nothing">{empty}</p>
        ) : table === undefined ? (
          <Skeleton className="chart-skeleton">
            {[0.9, 0.7, 0.8, 0.6, 0.75].map((width) => (
              <SkeletonLine key={width} width={width} />
            ))}
          </Skeleton>
        ) : isTable ? (
          <ChartTable name={title} {...table} />
        ) : (
          children
        )}
      </div>
      <footer className="chart-foot">
        <span>{countedTo}</span>
        <Files title={title} files={files} />
      </footer>
    </section>
  );
}

/** The browser requests a file with the session's cookie, and saves it as a download. */
export function Files({ title, files }: { title: string; files: readonly ChartFile[] }) {
  const { t } = useI18n();
  const [first, ...more] = files;
  if (first === undefined) return null;
  const label = t("ui.chart.csv", { name: title });
  if (more.length === 0)
    return (
      <a className={buttonClass("ghost", "small")} href={first.href} download aria-label={label}>
        <Download className="icon icon-14" aria-hidden />
        {t("ui.chart.file")}
      </a>
    );
  return (
    <Menu
      label={label}
      trigger={
        <Button variant="ghost" size="small" icon={Download} endIcon={ChevronDown} label={label}>
          {t("ui.chart.file")}
        </Button>
      }
    >
      {files.map(({ id, name, href }) => (
        <MenuItem key={id} id={id} onAction={() => download(href)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}

function download(href: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = "";
  link.click();
}
