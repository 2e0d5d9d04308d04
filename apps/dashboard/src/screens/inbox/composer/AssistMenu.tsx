import { Languages, PenLine, ScrollText, Sparkles } from "lucide-react";
import type { Rewrite, SuggestedReply } from "@parley/sdk";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../api/client.ts";
import type { SetText } from "../../../api/inbox/useDraft.ts";
import { languages } from "../../../i18n/languages.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { appended } from "../../../parts/fields/typed-text.ts";
import { showFailure } from "../../../parts/show-failure.ts";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { Menu, MenuItem, MenuSection, SubMenu } from "../../../ui/overlays/Menu.tsx";

interface Props {
  conversationId: string;
  text: string;
  /** The customer's language, if known. */
  customerLanguage: string | null;
  onDraft(draft: SuggestedReply): void;
  /** Of this text, also when another one is shown. */
  setText: SetText;
  /** Whether a summary may be added to the conversation as a note. */
  mayNote: boolean;
  onSummary(text: string): void;
}

const styles = ["friendlier", "more_formal", "shorter", "longer", "clearer", "corrected"] as const satisfies readonly Rewrite["style"][];

/** AI help for writing; none of it is sent to the customer automatically. */
export function AssistMenu({ conversationId, text, customerLanguage, onDraft, setText, mayNote, onSummary }: Props) {
  const i18n = useI18n();
  const { t, language } = i18n;
  const [pending, setPending] = useState(false);

  /** Null: its author is elsewhere. */
  const latest = useRef<string | null>(text);
  latest.current = text;
  useEffect(
    () => () => {
      latest.current = null;
    },
    [],
  );

  /** Replaces the text. If its author has continued typing or is elsewhere, it is offered, and appended to a changed text. */
  async function replace(work: Promise<{ text: string }>) {
    const made = (await work).text;
    if (latest.current === text) return setText(made);
    toast.show({
      text: made,
      dir: "auto",
      stays: true,
      action: { label: t("assist.use"), run: () => setText((now) => (now === text ? made : appended(now, made))) },
    });
  }
  async function run(work: () => Promise<void>) {
    setPending(true);
    try {
      await work();
    } catch (error) {
      showFailure(error, i18n);
    } finally {
      setPending(false);
    }
  }
  const suggest = () => void run(async () => onDraft(await api.ai.assist.suggestReply({ conversationId })));
  useActions([
    {
      id: "composer.suggest",
      label: "assist.suggest",
      group: "shell.inbox",
      icon: Sparkles,
      keys: "mod+shift+space",
      inFields: true,
      enabled: !pending,
      run: suggest,
    },
  ]);
  const written = text.trim() !== "";
  return (
    <Menu
      label={t("assist.title")}
      placement="top start"
      trigger={
        <Button icon={Sparkles} label={t("assist.title")} variant="ghost" size="small" isPending={pending} className="text-bot-text" />
      }
    >
      <MenuItem id="suggest" icon={Sparkles} keys="mod+shift+space" onAction={suggest}>
        {t("assist.suggest")}
      </MenuItem>
      {mayNote && (
        <MenuItem
          id="summarize"
          icon={ScrollText}
          onAction={() => void run(async () => onSummary((await api.ai.assist.summarize({ conversationId })).summary))}
        >
          {t("assist.summarize")}
        </MenuItem>
      )}
      <MenuSection title={t("assist.yourText")}>
        <SubMenu label={t("assist.rewrite")} icon={PenLine} isDisabled={!written}>
          {styles.map((style) => (
            <MenuItem
              key={style}
              id={style}
              onAction={() => void run(() => replace(api.ai.assist.rewrite({ text, style, conversationId })))}
            >
              {t(`assist.${style}`)}
            </MenuItem>
          ))}
        </SubMenu>
        <SubMenu label={t("assist.translate")} icon={Languages} isDisabled={!written}>
          {[...new Set([customerLanguage, language, ...Object.keys(languages)])]
            .filter((each) => each !== null)
            .map((each) => (
              <MenuItem key={each} id={each} onAction={() => void run(() => replace(api.ai.assist.translate({ text, language: each })))}>
                {new Intl.DisplayNames(language, { type: "language" }).of(each) ?? each}
              </MenuItem>
            ))}
        </SubMenu>
      </MenuSection>
    </Menu>
  );
}
