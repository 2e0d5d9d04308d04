import { toNumber } from "#platform/money/money.ts";
import type { BoardRow, StageRow } from "./pipelines.queries.ts";
import { wireId } from "#platform/ids/ids.ts";
import type { Board } from "./pipelines.schema.ts";
import { renderStage } from "./pipelines.render.ts";

const scale = 1_000_000n;

/** The sums of a pipeline's deals in wire format: by stage and currency, and for the whole board. Pure. */
export function renderBoard(pipelineId: string, stages: StageRow[], rows: BoardRow[]): Board {
  const byStage = Map.groupBy(rows, (row) => row.stage_id);
  const totals = new Map<string | null, Record<"open" | "won" | "lost", { count: number; amount: bigint }> & { forecast: bigint }>();
  const columns = stages.map((stage) => {
    const sums = byStage.get(stage.id) ?? [];
    for (const row of sums) {
      const total = totals.get(row.currency) ?? { open: nothing(), won: nothing(), lost: nothing(), forecast: 0n };
      totals.set(row.currency, total);
      total[stage.kind].count += row.count;
      total[stage.kind].amount += micros(row.amount);
      if (stage.kind === "open") total.forecast += weighted(row, stage);
    }
    return {
      stage: renderStage(stage),
      count: sums.reduce((count, row) => count + row.count, 0),
      totals: sums.map((row) => ({
        currency: row.currency,
        count: row.count,
        amount: toNumber(micros(row.amount)),
        weightedAmount: toNumber(weighted(row, stage)),
      })),
    };
  });
  return {
    pipelineId: wireId("pip", pipelineId),
    stages: columns,
    totals: [...totals].sort(byCurrency).map(([currency, total]) => ({
      currency,
      openCount: total.open.count,
      openAmount: toNumber(total.open.amount),
      forecastAmount: toNumber(total.forecast),
      wonCount: total.won.count,
      wonAmount: toNumber(total.won.amount),
      lostCount: total.lost.count,
      lostAmount: toNumber(total.lost.amount),
    })),
  };
}

const nothing = () => ({ count: 0, amount: 0n });

/** PostgreSQL's text for numeric(19, 6): all six decimals, or none for an empty sum. */
function micros(text: string): bigint {
  const [whole, fraction = ""] = text.split(".") as [string, string?];
  return BigInt(whole) * scale + BigInt(fraction.padEnd(6, "0"));
}

/** Rounded down to 10^-6: it is an estimate. */
function weighted(row: BoardRow, stage: StageRow): bigint {
  return (micros(row.amount) * BigInt(stage.win_probability)) / 100n;
}

function byCurrency([a]: [string | null, unknown], [b]: [string | null, unknown]): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return a < b ? -1 : 1;
}
