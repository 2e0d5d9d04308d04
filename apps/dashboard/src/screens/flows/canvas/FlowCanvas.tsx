import "@xyflow/react/dist/base.css";
import { applyNodeChanges, Background, type NodeChange, ReactFlow, type ReactFlowInstance, type Viewport } from "@xyflow/react";
import { Maximize, Minus, Plus } from "lucide-react";
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { FlowTest } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import type { Problem } from "../editor/useFlowEditor.ts";
import { layOut, nodeHeight, nodeWidth, plusPoints } from "../model/layout.ts";
import { conditionsKey, type Model, type Place, triggerKey } from "../model/model.ts";
import { conditionWords, type Naming, stepDetail, stepName, triggerDetail, triggerName } from "../model/step-texts.ts";
import { problemText } from "../problem-text.ts";
import { type AnyNode, drawEdges, drawNodes } from "./drawing.ts";
import { type Mark, marksOfTest } from "./marks.ts";
import { CardNode, type NodeData, PointMark } from "./nodes.tsx";
import { PlusLayer } from "./PlusLayer.tsx";
import type { StepCount } from "./useStepCounts.ts";
import { isDirection, nearest } from "./arrow-navigation.ts";
import { type Way, WayEdge } from "./WayEdge.tsx";

interface Props {
  model: Model;
  selected: string | null;
  naming: Naming;
  problems?: readonly Problem[];
  counts?: ReadonlyMap<string, StepCount>;
  /** For a run that is being played: every node without a mark was not taken. */
  marks?: ReadonlyMap<string, Mark> | null;
  trial?: FlowTest | null;
  onSelect(key: string, focusForm?: boolean): void;
  /** Without these two it is read-only. */
  onAdd?: (place: Place) => void;
  onMove?: (key: string, place: Place) => void;
}

const none: readonly Problem[] = [];
const nodeTypes = { card: CardNode, point: PointMark };
const edgeTypes = { way: WayEdge };
const pro = { hideAttribution: true };
const zooms = { min: 0.3, max: 1.5, first: 0.7 };
/** How near to a "+" a dragged node must be to be dropped there. */
const dropDistance = 110;

/** The flow as a drawing. Nodes are laid out once for each change of the flow, not while one is dragged. */
export function FlowCanvas(props: Props) {
  const { model, selected, naming, problems = none, counts, trial = null, onSelect, onAdd, onMove } = props;
  const i18n = useI18n();
  const { t, format } = i18n;
  const layout = useMemo(() => layOut(model), [model]);
  const marks = useMemo(() => (trial === null ? (props.marks ?? null) : marksOfTest(model, trial)), [trial, props.marks, model]);
  const frame = useRef<HTMLDivElement>(null);
  const [flow, setFlow] = useState<ReactFlowInstance<AnyNode, Way> | null>(null);
  const [zoom, setZoom] = useState(1);
  const [target, setTarget] = useState<string | null>(null);
  const points = useMemo(() => plusPoints(layout), [layout]);

  const isFixed = onMove === undefined;
  const drawn = useMemo(() => {
    const dataOf = (node: { id: string; kind: NodeData["kind"]; node?: Model["steps"][number] }): NodeData => {
      const problem = problems.find(({ key }) => key === node.id);
      const [type, title, detail] =
        node.kind === "trigger"
          ? [model.trigger.type, triggerName(model.trigger.type, i18n), triggerDetail(model.trigger, naming)]
          : node.kind === "conditions"
            ? ["branch", t("flows.conditions"), model.conditions === null ? "" : conditionWords(model.conditions, naming)]
            : [
                node.node?.fields.type ?? "",
                stepName(node.node?.fields.type ?? "", i18n),
                node.node === undefined ? "" : stepDetail(node.node.fields, naming),
              ];
      return {
        ...{ kind: node.kind, type, title, detail },
        count: counts?.get(node.id)?.reached ?? null,
        problem: problem === undefined ? null : problemText(problem, i18n),
        mark: marks === null ? null : (marks.get(node.id) ?? "skipped"),
        isSelected: node.id === selected,
        isEntry: node.id === (selected ?? triggerKey),
        isFixed,
      };
    };
    return { dataOf, edges: drawEdges(layout, marks) };
  }, [layout, model, naming, i18n, t, problems, counts, marks, selected, isFixed]);
  const labels = useMemo(() => ({ end: t("flows.end") }), [t]);
  const [nodes, setNodes] = useState<AnyNode[]>(() => drawNodes([], layout, drawn.dataOf, labels));
  useEffect(() => setNodes((before) => drawNodes(before, layout, drawn.dataOf, labels)), [layout, drawn, labels]);

  // Selected in the list or by a problem: it may be out of view.
  useEffect(() => {
    const node = layout.nodes.find(({ id }) => id === selected);
    const box = frame.current?.getBoundingClientRect();
    if (flow === null || node === undefined || box === undefined) return;
    const { x, y, zoom: scale } = flow.getViewport();
    const [startX, startY] = [node.x * scale + x, node.y * scale + y];
    if (startX >= 0 && startY >= 0 && startX + nodeWidth * scale <= box.width && startY + nodeHeight * scale <= box.height) return;
    void flow.setCenter(node.x + nodeWidth / 2, node.y + nodeHeight / 2, { zoom: scale });
  }, [flow, selected, layout]);

  const onInit = useCallback(
    (instance: ReactFlowInstance<AnyNode, Way>) => {
      setFlow(instance);
      const width = frame.current?.clientWidth ?? layout.width;
      const scale = Math.min(1, Math.max(zooms.first, (width - 80) / layout.width));
      void instance.setViewport({ x: (width - layout.width * scale) / 2, y: 32, zoom: scale });
    },
    [layout.width],
  );

  function nearestPoint({ position }: AnyNode): string | null {
    const [x, y] = [position.x + nodeWidth / 2, position.y + nodeHeight / 2];
    let best: { id: string; distance: number } | null = null;
    for (const point of points) {
      const distance = Math.hypot(point.x - x, point.y - y);
      if (distance <= dropDistance && (best === null || distance < best.distance)) best = { id: point.edge.id, distance };
    }
    return best?.id ?? null;
  }
  function drop(node: AnyNode): void {
    const point = points.find(({ edge }) => edge.id === nearestPoint(node));
    setTarget(null);
    if (point !== undefined && point.edge.source !== node.id && point.edge.target !== node.id) onMove?.(node.id, point.place);
    // Unless dropped on a "+", it returns to its place in the flow.
    setNodes((before) => drawNodes(before, layout, drawn.dataOf, labels));
  }
  const latest = useRef({ nearestPoint, drop, onSelect });
  latest.current = { nearestPoint, drop, onSelect };
  /** The same functions in each frame of a drag: new ones would be written to the library's store each time. */
  const handlers = useMemo(
    () => ({
      onMove: (_: unknown, viewport: Viewport) => setZoom(viewport.zoom),
      onNodesChange: (changes: NodeChange<AnyNode>[]) => setNodes((before) => applyNodeChanges(changes, before)),
      onNodeClick: (_: unknown, node: AnyNode) => {
        if (node.type === "card") latest.current.onSelect(node.id);
      },
      onNodeDrag: (_: unknown, node: AnyNode) => setTarget(latest.current.nearestPoint(node)),
      onNodeDragStop: (_: unknown, node: AnyNode) => latest.current.drop(node),
    }),
    [],
  );
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const key = (event.target as HTMLElement).closest<HTMLElement>("[data-key]")?.dataset["key"];
    if (key === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onSelect(key, event.key === "Enter");
    } else if (isDirection(event.key)) {
      event.preventDefault();
      const next = nearest(layout.nodes, key, event.key);
      if (next === null) return;
      onSelect(next);
      frame.current?.querySelector<HTMLElement>(`[data-key="${next}"]`)?.focus();
    }
  }
  const nameOf = useCallback(
    (id: string) => {
      const node = layout.nodes.find((each) => each.id === id.replace(/\/join$/, ""));
      if (node?.kind === "step") return stepName(node.node.fields.type, i18n);
      return node?.kind === "trigger" ? triggerName(model.trigger.type, i18n) : t(id === conditionsKey ? "flows.conditions" : "flows.end");
    },
    [layout, model.trigger.type, i18n, t],
  );
  const countOf = useCallback((id: string) => counts?.get(id)?.reached ?? null, [counts]);
  return (
    <div className="flow-canvas" ref={frame} dir="ltr" role="group" aria-label={t("flows.canvas")} onKeyDown={onKeyDown}>
      <ReactFlow<AnyNode, Way>
        nodes={nodes}
        edges={drawn.edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        proOptions={pro}
        minZoom={zooms.min}
        maxZoom={zooms.max}
        nodesFocusable={false}
        edgesFocusable={false}
        nodesConnectable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        selectionKeyCode={null}
        zoomOnDoubleClick={false}
        panOnScroll
        nodeDragThreshold={4}
        onInit={onInit}
        {...handlers}
      >
        <Background gap={20} size={1} />
        <PlusLayer layout={layout} nameOf={nameOf} countOf={countOf} target={target} onAdd={onAdd} />
      </ReactFlow>
      <div className="flow-zoom" role="group" aria-label={t("flows.zoom")}>
        <Button icon={Minus} label={t("flows.zoom.out")} variant="ghost" size="small" onPress={() => void flow?.zoomOut()} />
        <span className="text-12 tabular-nums">{format.percent(Math.round(zoom * 100) / 100)}</span>
        <Button icon={Plus} label={t("flows.zoom.in")} variant="ghost" size="small" onPress={() => void flow?.zoomIn()} />
        <Button
          icon={Maximize}
          label={t("flows.zoom.all")}
          variant="ghost"
          size="small"
          onPress={() => void flow?.fitView({ padding: 0.1, maxZoom: 1 })}
        />
      </div>
    </div>
  );
}
