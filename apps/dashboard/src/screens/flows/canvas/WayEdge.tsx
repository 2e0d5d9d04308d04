import { BaseEdge, type Edge, type EdgeProps } from "@xyflow/react";
import { memo } from "react";

export type Way = Edge<{ viaX: number; from: Point; to: Point; state: "plain" | "taken" | "dead" }, "way">;

/** The distance below and above a node at which the edge bends. */
const bend = 28;
/** A handle is slightly off the border of its node. */
const off = 6;

/** Runs down its column, where nothing is in the way; straight to a node that is being dragged. */
export const WayEdge = memo(function WayEdge({ id, data, sourceX, sourceY, targetX, targetY }: EdgeProps<Way>) {
  const laid =
    data !== undefined &&
    Math.abs(sourceX - data.from.x) <= off &&
    Math.abs(sourceY - data.from.y) <= off &&
    Math.abs(targetX - data.to.x) <= off &&
    Math.abs(targetY - data.to.y) <= off;
  const half = (targetY - sourceY) / 2;
  const path = laid
    ? wayDown(data.from, data.viaX, data.to)
    : `M${sourceX} ${sourceY} C${sourceX} ${sourceY + half} ${targetX} ${targetY - half} ${targetX} ${targetY}`;
  return <BaseEdge id={id} path={path} className={`flow-edge ${data?.state ?? "plain"}`} interactionWidth={0} />;
});

interface Point {
  x: number;
  y: number;
}

function wayDown(from: Point, viaX: number, to: Point): string {
  if (from.x === viaX && to.x === viaX) return `M${from.x} ${from.y} V${to.y}`;
  return `M${from.x} ${from.y} ${curve(from.x, from.y, viaX, from.y + bend)} V${to.y - bend} ${curve(viaX, to.y - bend, to.x, to.y)}`;
}

const curve = (fromX: number, fromY: number, toX: number, toY: number): string =>
  fromX === toX ? `L${toX} ${toY}` : `C${fromX} ${(fromY + toY) / 2 + 4} ${toX} ${(fromY + toY) / 2 - 4} ${toX} ${toY}`;
