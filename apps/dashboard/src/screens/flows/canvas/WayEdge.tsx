import { BaseEdge, type Edge, type EdgeProps } from "@xyflow/react";
import { memo } from "react";

export type Way = Edge<
  { viaX: number; from: { x: number; y: number }; to: { x: number; y: number }; state: "plain" | "taken" | "dead" },
  "way"
>;

/** How far below and above a node the way bends. */
const bend = 28;
/** A handle is not quite at the edge of its node. */
const off = 6;

/** Down its column, where nothing is in the way; straight to a node that is being dragged. */
export const WayEdge = memo(function WayEdge({ id, data, sourceX, sourceY, targetX, targetY }: EdgeProps<Way>) {
  const laid =
    data !== undefined &&
    Math.abs(sourceX - data.from.x) <= off &&
    Math.abs(sourceY - data.from.y) <= off &&
    Math.abs(targetX - data.to.x) <= off &&
    Math.abs(targetY - data.to.y) <= off;
  const half = (targetY - sourceY) / 2;
  const path = laid
    ? `M${data.from.x} ${data.from.y} ${curve(data.from.x, data.from.y, data.viaX, data.from.y + bend)} V${data.to.y - bend} ${curve(data.viaX, data.to.y - bend, data.to.x, data.to.y)}`
    : `M${sourceX} ${sourceY} C${sourceX} ${sourceY + half} ${targetX} ${targetY - half} ${targetX} ${targetY}`;
  return <BaseEdge id={id} path={path} className={`flow-edge ${data?.state ?? "plain"}`} interactionWidth={0} />;
});

const curve = (fromX: number, fromY: number, toX: number, toY: number): string =>
  fromX === toX ? `L${toX} ${toY}` : `C${fromX} ${(fromY + toY) / 2 + 4} ${toX} ${(fromY + toY) / 2 - 4} ${toX} ${toY}`;
