import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { ListTree, Play, Redo2, Save, Undo2, Workflow } from "lucide-react";
import { useRef, useState } from "react";
import type { Flow, FlowTest } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { lazyComponent } from "../../../ui/lib/lazyComponent.tsx";
import { FlowCanvas } from "../canvas/FlowCanvas.tsx";
import { useStepCounts } from "../canvas/useStepCounts.ts";
import { useNames } from "../useNames.ts";
import { FlowHead } from "./FlowHead.tsx";
import { FlowList } from "./FlowList.tsx";
import { FlowMenu } from "./FlowMenu.tsx";
import { ProblemsCard } from "./ProblemsCard.tsx";
import { useEditing } from "./useEditing.ts";
import { useFlowEditor } from "./useFlowEditor.ts";
import { usePublishing } from "./usePublishing.ts";

const AddStepDialog = lazyComponent(async () => (await import("./AddStepDialog.tsx")).AddStepDialog, { keys: "all" });
const Inspector = lazyComponent(async () => (await import("../inspector/Inspector.tsx")).Inspector, {
  keys: null,
  placeholder: <SkeletonRows rows={4} />,
});
const DryRunPanel = lazyComponent(async () => (await import("../runs/DryRunPanel.tsx")).DryRunPanel, { keys: null });

/** The flow as a canvas or a list, with the form of the selected node. */
export function EditorPart({ flow, mayWrite }: { flow: Flow; mayWrite: boolean }) {
  const { t } = useI18n();
  const { as } = useSearch({ from: "/app/flows/$flowId/$part" });
  const navigate = useNavigate({ from: "/flows/$flowId/$part" });
  const choices = useNames();
  const editor = useFlowEditor(flow, mayWrite);
  const frame = useRef<HTMLDivElement>(null);
  const editing = useEditing({ editor, mayWrite, frame });
  const publishing = usePublishing({ flow, editor, mayWrite });
  const [trying, setTrying] = useState(false);
  const [tested, setTested] = useState<FlowTest | null>(null);
  const counts = useStepCounts(flow, editor.model, editor.isDirty);
  const isList = as === "list";
  const shared = { model: editor.model, selected: editing.selected, problems: editor.problems, naming: choices.naming, counts };
  return (
    <>
      <FlowHead flow={flow}>
        {mayWrite && (
          <span className="only-desktop flex items-center gap-1">
            <Button
              icon={Undo2}
              label={t("common.undo")}
              keys="mod+z"
              variant="ghost"
              size="small"
              isDisabled={!editor.canUndo}
              onPress={editor.undo}
            />
            <Button
              icon={Redo2}
              label={t("flows.redo")}
              keys="mod+shift+z"
              variant="ghost"
              size="small"
              isDisabled={!editor.canRedo}
              onPress={editor.redo}
            />
          </span>
        )}
        <Button
          size="small"
          icon={isList ? Workflow : ListTree}
          keys="v"
          hideKeys
          className="only-desktop"
          onPress={() => void navigate({ search: (now) => ({ ...now, as: isList ? undefined : "list" }) })}
        >
          {t(isList ? "flows.asCanvas" : "flows.asList")}
        </Button>
        {mayWrite && (
          <Button size="small" icon={Play} className="only-desktop" isPressed={trying} onPress={() => setTrying(!trying)}>
            {t("flows.dryRun")}
          </Button>
        )}
        {mayWrite && (
          <Button
            size="small"
            icon={Save}
            className="only-desktop"
            keys="mod+s"
            hideKeys
            isDisabled={!editor.isDirty}
            isPending={publishing.isPending}
            onPress={publishing.save}
          >
            {t("common.save")}
          </Button>
        )}
        {mayWrite && publishing.verb !== null && (
          <Button size="small" variant="primary" isPending={publishing.isPending} onPress={publishing.publish}>
            {publishing.verb}
          </Button>
        )}
        <FlowMenu flow={flow} editor={editor} mayWrite={mayWrite} />
      </FlowHead>
      {publishing.conflict !== null && (
        <Notice
          tone="warn"
          role="alert"
          className="m-2"
          title={t("flows.conflict", { version: publishing.conflict })}
          actions={
            <>
              <Button size="small" onPress={publishing.takeTheirs}>
                {t("flows.conflict.theirs")}
              </Button>
              <Button size="small" onPress={publishing.saveAnyway}>
                {t("flows.conflict.mine")}
              </Button>
            </>
          }
        />
      )}
      <p className="only-phone hint p-3">{t("flows.wider")}</p>
      {!isList && (
        <Link className="skip" from="/flows/$flowId/$part" to="/flows/$flowId/$part" search={(now) => ({ ...now, as: "list" as const })}>
          {t("flows.listFirst")}
        </Link>
      )}
      <div className="flow-editor" role="group" aria-label={flow.name} ref={frame} onKeyDown={editing.onKeyDown}>
        <div className={isList ? "flow-list-pane scroll" : "flow-canvas-pane"}>
          {!isList && (
            <FlowCanvas
              {...shared}
              trial={trying ? tested : null}
              onSelect={editing.select}
              {...(mayWrite ? { onAdd: editing.openAdd, onMove: editing.moveTo } : {})}
            />
          )}
          <div className={isList ? undefined : "only-phone"}>
            <FlowList {...shared} editing={mayWrite ? editing : null} onSelect={editing.select} />
          </div>
          <ProblemsCard flow={flow} editor={editor} onShow={(key) => editing.select(key, true)} />
        </div>
        <aside className="flow-inspector scroll" aria-label={t("flows.inspector")}>
          {trying ? (
            <DryRunPanel
              flow={flow}
              naming={choices.naming}
              tested={tested}
              save={async () => {
                if (editor.isDirty) await editor.save();
              }}
              onTested={setTested}
              onSelect={editing.select}
              onClose={() => setTrying(false)}
            />
          ) : (
            <Inspector flow={flow} editor={editor} editing={editing} choices={choices} mayWrite={mayWrite} counts={counts} />
          )}
        </aside>
      </div>
      {editing.adding !== null && <AddStepDialog onChoose={editing.add} onClose={editing.closeAdd} />}
    </>
  );
}
