/** Arrow keys on the canvas: finds the nearest node in that direction. Pure. */
import { type LaidNode, sizeOf } from "../model/layout.ts";

export type Direction = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";
const directions: Readonly<Record<Direction, { x: number; y: number }>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};
export const isDirection = (key: string): key is Direction => Object.hasOwn(directions, key);

/** Sideways distance counts double, so that a key moves in its own direction. */
const sidewaysWeight = 2;

export function nearest(nodes: readonly LaidNode[], from: string, direction: Direction): string | null {
  const walked = nodes.filter(({ kind }) => kind !== "join" && kind !== "end");
  const start = walked.find(({ id }) => id === from);
  if (start === undefined) return null;
  const { x, y } = directions[direction];
  let best: { id: string; distance: number } | null = null;
  for (const node of walked) {
    const [dx, dy] = [middle(node) - middle(start), node.y - start.y];
    const along = dx * x + dy * y;
    if (along <= 0) continue;
    const distance = along + sidewaysWeight * Math.abs(dx * y + dy * x);
    if (best === null || distance < best.distance) best = { id: node.id, distance };
  }
  return best?.id ?? null;
}

const middle = ({ x, kind }: LaidNode): number => x + sizeOf(kind).width / 2;
