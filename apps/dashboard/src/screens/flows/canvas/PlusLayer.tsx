import { ViewportPortal } from "@xyflow/react";
import { Plus } from "lucide-react";
import { memo } from "react";
import { useI18n } from "../../../i18n/i18n.tsx";
import { classes } from "../../../ui/lib/classes.ts";
import { labelBelow, type Layout, plusPoints, sizeOf } from "../model/layout.ts";
import type { Place } from "../model/model.ts";

interface Props {
  layout: Layout;
  /** Names of nodes, for the buttons' labels. */
  nameOf(id: string): string;
  countOf(id: string): number | null;
  /** The edge on which a dragged step would be dropped. */
  target: string | null;
  onAdd: ((place: Place) => void) | undefined;
}

/** The labels of the branches, and the "+" on each edge: one layer above the edges. */
export const PlusLayer = memo(function PlusLayer({ layout, nameOf, countOf, target, onAdd }: Props) {
  const { t, format } = useI18n();
  const byId = new Map(layout.nodes.map((node) => [node.id, node]));
  return (
    <ViewportPortal>
      {layout.edges.map(({ id, source, target: to, way, viaX }) => {
        const from = byId.get(source);
        if (way === null || from === undefined) return null;
        const count = countOf(to);
        return (
          <span key={id} className="flow-way" style={at(viaX, from.y + sizeOf(from.kind).height + labelBelow)}>
            {t(`flows.way.${way}`)}
            {count !== null && ` · ${format.compact(count)}`}
          </span>
        );
      })}
      {onAdd !== undefined &&
        plusPoints(layout).map(({ edge, place, x, y }) => (
          <button
            key={edge.id}
            type="button"
            tabIndex={-1}
            className={classes("flow-plus nodrag nopan", edge.id === target && "target")}
            style={at(x, y)}
            aria-label={t("flows.addBetween", { from: nameOf(edge.source), to: nameOf(edge.target) })}
            onClick={() => onAdd(place)}
          >
            <span>
              <Plus className="icon icon-12" aria-hidden />
            </span>
          </button>
        ))}
    </ViewportPortal>
  );
});

const at = (x: number, y: number) => ({ translate: `calc(${x}px - 50%) calc(${y}px - 50%)` });
