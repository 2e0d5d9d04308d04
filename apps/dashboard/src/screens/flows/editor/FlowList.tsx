import { ArrowDown, ArrowUp, Copy, Ellipsis, Plus, Trash2 } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { classes } from "../../../ui/lib/classes.ts";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";
import { nodeIcon, triggerIcon } from "../canvas/icons.ts";
import type { StepCount } from "../canvas/useStepCounts.ts";
import { after, conditionsKey, find, type Model, type Place, type Slot, slotsShown, type StepNode, triggerKey } from "../model/model.ts";
import { conditionWords, type Naming, stepDetail, stepName, triggerDetail, triggerName } from "../model/step-texts.ts";
import { problemText } from "../problem-text.ts";
import type { Editing } from "./useEditing.ts";
import type { Problem } from "./useFlowEditor.ts";

interface Props {
  model: Model;
  selected: string;
  naming: Naming;
  problems: readonly Problem[];
  counts: ReadonlyMap<string, StepCount>;
  /** Null: read-only. */
  editing: Editing | null;
  onSelect(key: string, focusForm?: boolean): void;
}

/** The same flow as an ordered list with nested lists: everything the canvas can do, for keyboard and screen reader users. */
export function FlowList(props: Props) {
  const { model, naming, editing } = props;
  const i18n = useI18n();
  const { t } = i18n;
  function moveFocus(event: KeyboardEvent<HTMLElement>): void {
    if (event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-key]")];
    const at = rows.indexOf(event.target as HTMLElement);
    const next = rows[at + (event.key === "ArrowUp" ? -1 : 1)];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    next.focus();
    props.onSelect(next.dataset["key"] as string);
  }
  return (
    <section className="flow-list" aria-label={t("flows.list")} onKeyDown={moveFocus}>
      <FlowRow
        {...props}
        id={triggerKey}
        kind="trigger"
        name={triggerName(model.trigger.type, i18n)}
        detail={triggerDetail(model.trigger, naming)}
      />
      {model.conditions !== null && (
        <FlowRow
          {...props}
          id={conditionsKey}
          kind="conditions"
          name={t("flows.conditions")}
          detail={conditionWords(model.conditions, naming)}
        />
      )}
      <FlowSteps {...props} list={model.steps} parent={null} slot={null} label={t("flows.steps")} />
      {editing !== null && <p className="hint">{t("flows.list.keys")}</p>}
    </section>
  );
}

function FlowSteps(props: Props & { list: readonly StepNode[]; parent: string | null; slot: Slot | null; label: string }) {
  const { list, parent, slot, label, naming, editing } = props;
  const i18n = useI18n();
  const { t } = i18n;
  const end: Place = { parent, slot, index: list.length };
  return (
    <>
      <ol className="flow-steps" aria-label={label}>
        {list.map((node, index) => (
          <li key={node.key}>
            <FlowRow
              {...props}
              id={node.key}
              kind="step"
              number={index + 1}
              name={stepName(node.fields.type, i18n)}
              detail={stepDetail(node.fields, naming)}
            />
            {slotsShown(node).map((name) => (
              <div key={name} className="flow-slot">
                <h4 className="lab">{t(`flows.way.${name}`)}</h4>
                <FlowSteps
                  {...props}
                  list={node.slots[name] ?? []}
                  parent={node.key}
                  slot={name}
                  label={t("flows.stepsOf", { way: t(`flows.way.${name}`), step: stepName(node.fields.type, i18n) })}
                />
              </div>
            ))}
          </li>
        ))}
      </ol>
      {editing !== null && (
        <Button
          size="small"
          variant="ghost"
          icon={Plus}
          label={t("flows.addTo", { list: label })}
          className="flow-add"
          onPress={() => editing.openAdd(end)}
        >
          {t("flows.add")}
        </Button>
      )}
    </>
  );
}

interface RowProps extends Props {
  id: string;
  kind: "trigger" | "conditions" | "step";
  number?: number;
  name: string;
  detail: string;
}

function FlowRow({ model, selected, problems, counts, editing, onSelect, id, kind, number, name, detail }: RowProps) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const { Icon, tone } =
    kind === "step"
      ? nodeIcon(find(model, id)?.node.fields.type ?? "")
      : {
          Icon: kind === "trigger" ? triggerIcon(model.trigger.type) : nodeIcon("branch").Icon,
          tone: kind === "trigger" ? "trigger" : "branch",
        };
  const problem = problems.find(({ key }) => key === id);
  const count = counts.get(id)?.reached;
  const title = number === undefined ? name : t("flows.numbered", { n: number, name });
  return (
    <div className={classes("flow-row", id === selected && "selected", problem !== undefined && "invalid")}>
      <button
        type="button"
        data-key={id}
        className="flow-row-main"
        aria-current={id === selected}
        // Activated by keyboard, the focus moves to the form.
        onClick={(event) => onSelect(id, event.detail === 0)}
      >
        <span className={`flow-icon for-${tone}`}>
          <Icon className="icon icon-14" aria-hidden />
        </span>
        <span className="min-w-0">
          <span className="block font-medium">{title}</span>
          <span className="block cut text-12 text-text-2" dir="auto">
            {detail}
          </span>
          {problem !== undefined && <span className="error">{problemText(problem, i18n)}</span>}
        </span>
        {count !== undefined && <span className="ms-auto text-12 text-text-3 tabular-nums">{format.compact(count)}</span>}
      </button>
      {editing !== null && kind !== "trigger" && (
        <Menu
          label={t("flows.actionsOf", { name: title })}
          trigger={<Button icon={Ellipsis} label={t("flows.actionsOf", { name: title })} variant="ghost" size="small" />}
        >
          {kind === "step" && (
            <>
              <MenuItem
                icon={Plus}
                onAction={() => {
                  const at = find(model, id);
                  if (at !== undefined) editing.openAdd(after(at.place));
                }}
              >
                {t("flows.addAfter")}
              </MenuItem>
              <MenuItem icon={ArrowUp} onAction={() => editing.moveBy(id, -1)}>
                {t("flows.moveUp")}
              </MenuItem>
              <MenuItem icon={ArrowDown} onAction={() => editing.moveBy(id, 1)}>
                {t("flows.moveDown")}
              </MenuItem>
              <MenuItem icon={Copy} onAction={() => editing.double(id)}>
                {t("flows.duplicate")}
              </MenuItem>
            </>
          )}
          <MenuItem icon={Trash2} isDanger onAction={() => editing.remove(id)}>
            {t("flows.remove")}
          </MenuItem>
        </Menu>
      )}
    </div>
  );
}
