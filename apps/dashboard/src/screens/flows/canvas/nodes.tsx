import { Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import { Check, CircleAlert, CircleDot, Clock } from "lucide-react";
import { memo } from "react";
import { useI18n } from "../../../i18n/i18n.tsx";
import { classes } from "../../../ui/lib/classes.ts";
import { nodeIcon, triggerIcon } from "./icons.ts";
import type { Mark } from "./marks.ts";

export interface NodeData extends Record<string, unknown> {
  kind: "trigger" | "conditions" | "step";
  /** The type of the trigger or step. */
  type: string;
  title: string;
  detail: string;
  count: number | null;
  problem: string | null;
  mark: Mark | null;
  isSelected: boolean;
  /** Reached by Tab; from there arrows move between nodes. */
  isEntry: boolean;
  isFixed: boolean;
}
export type DrawnNode = Node<NodeData, "card">;
export type PointNode = Node<{ kind: "join" | "end"; label: string }, "point">;

const markIcons = { done: Check, current: CircleDot, waiting: Clock, failed: CircleAlert, skipped: null } as const;

/** One node. It is rendered again only when its own data change, so not while another one is dragged. */
export const CardNode = memo(function CardNode({ id, data }: NodeProps<DrawnNode>) {
  const { t, format } = useI18n();
  const { kind, type, title, detail, count, problem, mark, isSelected, isEntry } = data;
  const { Icon, tone } =
    kind === "step"
      ? nodeIcon(type)
      : { Icon: kind === "trigger" ? triggerIcon(type) : nodeIcon("branch").Icon, tone: kind === "trigger" ? "trigger" : "branch" };
  const MarkIcon = mark === null ? null : markIcons[mark];
  return (
    <div
      className={classes("flow-node", isSelected && "selected", problem !== null && "invalid", mark !== null && `mark-${mark}`)}
      role="button"
      tabIndex={isEntry ? 0 : -1}
      data-key={id}
      aria-pressed={isSelected}
    >
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <span className="flow-node-title">
        <span className={`flow-icon for-${tone}`}>
          <Icon className="icon icon-14" aria-hidden />
        </span>
        <span className="cut">{title}</span>
        <span className="flow-node-end">
          {MarkIcon !== null ? (
            <>
              <MarkIcon className="icon icon-14" aria-hidden />
              <span className="sr-only">{t(`flows.mark.${mark ?? "done"}`)}</span>
            </>
          ) : problem !== null ? (
            <CircleAlert className="icon icon-14 text-danger-text" aria-hidden />
          ) : (
            count !== null && format.compact(count)
          )}
        </span>
      </span>
      <span className="flow-node-detail cut" dir="auto">
        {problem ?? detail}
      </span>
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </div>
  );
});

/** Where branches join, and where a run ends. */
export const PointMark = memo(function PointMark({ data }: NodeProps<PointNode>) {
  return (
    <div className={data.kind === "join" ? "flow-join" : "flow-end"}>
      <Handle type="target" position={Position.Top} isConnectable={false} />
      {data.label}
      {data.kind === "join" && <Handle type="source" position={Position.Bottom} isConnectable={false} />}
    </div>
  );
});
