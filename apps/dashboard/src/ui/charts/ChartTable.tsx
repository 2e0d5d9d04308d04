import "../../styles/table.css";

export interface ChartRows {
  /** The first is the header of the row names. */
  columns: readonly string[];
  rows: readonly { id: string; name: string; cells: readonly string[] }[];
}

/** A chart's numbers. Scrolls on its own, also with the arrow keys. */
export function ChartTable({ name, columns, rows }: ChartRows & { name: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
    <div className="chart-table" role="group" aria-label={name} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={column} scope="col" className={at === 0 ? undefined : "r"}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <bdi>{row.name}</bdi>
              </th>
              {row.cells.map((cell, at) => (
                <td key={columns[at + 1]} className="r">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
