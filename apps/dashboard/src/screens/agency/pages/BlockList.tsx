import { ArrowDown, ArrowUp, FileText, Plus, X } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import type { SignupForm } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";
import { blockIcons } from "./block-icons.ts";
import { type Block, type BlockType, blockTypes, summaryOf } from "./blocks.ts";

interface Props {
  blocks: readonly Block[];
  forms: readonly SignupForm[];
  selected: number | "page";
  mayWrite: boolean;
  onSelect(at: number | "page"): void;
  onAdd(type: BlockType): void;
  onMove(at: number, by: 1 | -1): void;
  onRemove(at: number): void;
}

/** The blocks in order. Arrows move the focus, with Alt they move the block, Delete removes it; buttons do the same. */
export function BlockList({ blocks, forms, selected, mayWrite, onSelect, onAdd, onMove, onRemove }: Props) {
  const { t } = useI18n();
  const list = useRef<HTMLOListElement>(null);
  const focus = (at: number) => requestAnimationFrame(() => list.current?.querySelectorAll<HTMLButtonElement>(".block-name")[at]?.focus());
  function pressed(event: KeyboardEvent, at: number) {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : null;
    const to = at + (by ?? 0);
    if (by !== null) {
      event.preventDefault();
      if (to < 0 || to >= blocks.length) return;
      if (!event.altKey) onSelect(to);
      else if (mayWrite) onMove(at, by);
      focus(to);
    } else if (event.key === "Delete" && mayWrite) {
      onRemove(at);
      focus(Math.max(0, at - 1));
    }
  }
  // One form per page, as in the API.
  const addable = blockTypes.filter((type) => type !== "form" || blocks.every((block) => block.type !== "form"));
  return (
    <nav className="block-list scroll" aria-label={t("pages.blocks")}>
      <button type="button" className="block-name" aria-current={selected === "page" ? "true" : undefined} onClick={() => onSelect("page")}>
        <FileText className="icon" aria-hidden />
        {t("pages.settings")}
      </button>
      <h3 className="section-title">{t("pages.blocks")}</h3>
      <ol ref={list}>
        {blocks.map((block, at) => {
          const Icon = blockIcons[block.type];
          const name = t(`pages.block.${block.type}`);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no ids, and the selection is by position
            <li key={at} className="block-row">
              <button
                type="button"
                className="block-name"
                aria-current={selected === at ? "true" : undefined}
                aria-keyshortcuts={mayWrite ? "Alt+ArrowUp Alt+ArrowDown Delete" : undefined}
                onClick={() => onSelect(at)}
                onKeyDown={(event) => pressed(event, at)}
              >
                <Icon className="icon" aria-hidden />
                <span>{name}</span>
                <bdi className="cut text-text-3">{summaryOf(block, forms.find(({ id }) => id === block.formId)?.title)}</bdi>
              </button>
              {mayWrite && selected === at && (
                <span className="flex">
                  <Button
                    icon={ArrowUp}
                    label={t("forms.up", { name })}
                    variant="ghost"
                    size="small"
                    isDisabled={at === 0}
                    onPress={() => onMove(at, -1)}
                  />
                  <Button
                    icon={ArrowDown}
                    label={t("forms.down", { name })}
                    variant="ghost"
                    size="small"
                    isDisabled={at === blocks.length - 1}
                    onPress={() => onMove(at, 1)}
                  />
                  <Button
                    icon={X}
                    label={t("forms.remove", { name })}
                    variant="ghost"
                    size="small"
                    onPress={() => {
                      onRemove(at);
                      focus(Math.max(0, at - 1));
                    }}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ol>
      {mayWrite && (
        <Menu
          label={t("pages.block.add")}
          trigger={
            <Button icon={Plus} className="justify-center">
              {t("pages.block.add")}
            </Button>
          }
        >
          {addable.map((type) => (
            <MenuItem key={type} id={type} icon={blockIcons[type]} onAction={() => onAdd(type)}>
              {t(`pages.block.${type}`)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </nav>
  );
}
