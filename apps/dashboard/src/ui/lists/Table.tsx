import "../../styles/table.css";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import type { ReactNode } from "react";
import {
  Cell,
  Column,
  Row,
  type Selection,
  type SortDescriptor,
  Table as AriaTable,
  TableBody,
  TableHeader,
} from "react-aria-components/Table";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../Button.tsx";
import { classes } from "../lib/classes.ts";
import { Checkbox } from "../fields/Checkbox.tsx";
import { SkeletonLine } from "../feedback/Skeleton.tsx";

export interface TableColumn<T> {
  id: string;
  name: string;
  /** Only for screen readers: for a column of buttons. */
  hideName?: boolean;
  /** Its buttons contain text: on a phone they go below the other values. */
  isWide?: boolean;
  align?: "start" | "end";
  isSortable?: boolean;
  /** The row's name; by default the first column. */
  isRowHeader?: boolean;
  className?: string;
  cell: (row: T) => ReactNode;
}

export type TableSort = { column: string; direction: "ascending" | "descending" };

interface TableProps<T> {
  label: string;
  columns: readonly TableColumn<T>[];
  /** Undefined while they load: placeholder rows of the same height are shown. */
  rows: readonly T[] | undefined;
  rowId: (row: T) => string;
  /** The row's link: a press anywhere in the row, or Enter. */
  rowHref?: (row: T) => string;
  onRowAction?: (row: T) => void;
  sort?: TableSort | null;
  onSort?: (sort: TableSort) => void;
  /** With it, rows have checkboxes, and a selection shows a bar of actions. */
  selected?: ReadonlySet<string> | "all";
  onSelect?: (selected: Set<string> | "all") => void;
  bulk?: (selected: ReadonlySet<string> | "all") => ReactNode;
  empty: ReactNode;
  /** Highlights the row that is open next to the table. */
  currentId?: string;
  className?: string;
}

/** Rows and columns: sorted by their headers, selected by checkboxes, navigated with arrow keys. */
export function Table<T extends object>(props: TableProps<T>) {
  const { label, columns, rows, rowId, rowHref, onRowAction, sort, onSort, selected, onSelect, bulk, empty, currentId, className } = props;
  const { t } = useI18n();
  const selectable = onSelect !== undefined;
  const headerId = columns.find((column) => column.isRowHeader === true)?.id ?? columns[0]?.id;
  const count = selected === "all" ? (rows?.length ?? 0) : (selected?.size ?? 0);
  const loading = rows === undefined;
  return (
    <div className={classes("table-frame", className)}>
      {selectable && count > 0 && selected !== undefined && (
        <div className="bulk-bar" role="toolbar" aria-label={t("ui.selected", { n: count })}>
          <span className="num font-medium">{t("ui.selected", { n: count })}</span>
          {bulk?.(selected)}
          <Button
            icon={X}
            label={t("ui.clearSelection")}
            variant="ghost"
            size="small"
            className="ms-auto"
            onPress={() => onSelect(new Set())}
          />
        </div>
      )}
      <AriaTable
        aria-label={label}
        aria-busy={loading}
        className={classes(
          "table",
          selectable && "selects",
          columns.some(({ isSortable }) => isSortable === true) && "can-sort",
          columns.some(({ hideName, isWide }) => hideName === true && isWide !== true) && "has-tools",
        )}
        selectionMode={selectable ? "multiple" : "none"}
        {...(selected === undefined ? {} : { selectedKeys: selected })}
        {...(selectable
          ? { onSelectionChange: (keys: Selection) => onSelect(keys === "all" ? "all" : new Set([...keys].map(String))) }
          : {})}
        {...(sort == null ? {} : { sortDescriptor: sort as SortDescriptor })}
        {...(onSort === undefined
          ? {}
          : { onSortChange: (next: SortDescriptor) => onSort({ column: String(next.column), direction: next.direction }) })}
      >
        <TableHeader>
          {selectable && (
            <Column className="box-cell">
              <Checkbox slot="selection" label={t("ui.selectAll")} />
            </Column>
          )}
          {columns.map((column) => (
            <Column
              key={column.id}
              id={column.id}
              isRowHeader={column.id === headerId}
              allowsSorting={column.isSortable === true}
              textValue={column.name}
              className={classes(
                column.align === "end" && "r",
                column.isSortable === true && "sorts",
                column.id === headerId && "row-title",
                column.className,
              )}
            >
              {({ allowsSorting, sortDirection }) => (
                <span className={classes("column-head", allowsSorting && "sortable")}>
                  <span className={classes(column.hideName === true && "sr-only")}>{column.name}</span>
                  {allowsSorting &&
                    (sortDirection === "descending" ? (
                      <ArrowDown className="icon icon-12" aria-hidden />
                    ) : (
                      <ArrowUp className={classes("icon icon-12", sortDirection === undefined && "invisible")} aria-hidden />
                    ))}
                </span>
              )}
            </Column>
          ))}
        </TableHeader>
        <TableBody renderEmptyState={() => <div className="table-empty">{empty}</div>}>
          {loading
            ? Array.from({ length: 8 }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
                <Row key={row} id={`skeleton-${row}`} isDisabled textValue={t("common.loading")}>
                  {selectable && <Cell className="box-cell">{null}</Cell>}
                  {columns.map((column, at) => (
                    <Cell key={column.id}>
                      {at === 0 && <span className="sr-only">{t("common.loading")}</span>}
                      <SkeletonLine width={[0.7, 0.5, 0.6][(row + at) % 3] ?? 0.6} />
                    </Cell>
                  ))}
                </Row>
              ))
            : rows.map((row) => {
                const id = rowId(row);
                return (
                  <Row
                    key={id}
                    id={id}
                    className={classes(currentId === id && "current", (rowHref ?? onRowAction) !== undefined && "actionable")}
                    {...(rowHref === undefined ? {} : { href: rowHref(row) })}
                    {...(onRowAction === undefined ? {} : { onAction: () => onRowAction(row) })}
                  >
                    {selectable && (
                      <Cell className="box-cell">
                        <Checkbox slot="selection" label={t("ui.selectRow")} />
                      </Cell>
                    )}
                    {columns.map((column) => (
                      <Cell
                        key={column.id}
                        className={classes(
                          column.align === "end" && "r",
                          column.id === headerId && "row-title",
                          column.hideName === true && (column.isWide === true ? "row-tools wide" : "row-tools"),
                          column.className,
                        )}
                        // On a phone a row is a card in which each value has its name next to it.
                        {...(column.id === headerId || column.hideName === true ? {} : { "data-label": column.name })}
                      >
                        {column.cell(row)}
                      </Cell>
                    ))}
                  </Row>
                );
              })}
        </TableBody>
      </AriaTable>
    </div>
  );
}
