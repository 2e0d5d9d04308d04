import { useQuery } from "@tanstack/react-query";
import { ChevronDown, LayoutTemplate, Paperclip, SendHorizontal, Zap } from "lucide-react";
import { memo } from "react";
import type { SendOptions, SuggestedReply } from "@parley/sdk";
import { limitsOf } from "../../../api/inbox/send-options.ts";
import type { ComposerMode } from "../../../api/inbox/conversation-draft-places.ts";
import type { SetText } from "../../../api/inbox/useDraft.ts";
import { agentSettingsQuery } from "../../../api/settings/agent-settings.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { SplitButton } from "../../../ui/ButtonGroup.tsx";
import { FileButton } from "../../../ui/fields/FileButton.tsx";
import { MenuItem } from "../../../ui/overlays/Menu.tsx";
import { AssistMenu } from "./AssistMenu.tsx";
import { acceptedTypes } from "./attachments.ts";
import { ChoicesDialog } from "./ChoicesDialog.tsx";
import { EmojiButton } from "./EmojiButton.tsx";
import { recordingFormat } from "./limits/recording-format.ts";
import { MacroMenu } from "./MacroMenu.tsx";
import type { Body, SendHow } from "./useSending.ts";
import { VoiceRecorder } from "./VoiceRecorder.tsx";

interface Shown {
  conversationId: string;
  mode: ComposerMode;
  options: SendOptions | undefined;
  mayNote: boolean;
  canAttach: boolean;
}

/** The same functions in every render: components that do not depend on the text are not rendered again with it. */
interface Actions {
  /** At the caret. */
  onInsert(text: string): void;
  /** Opens the canned replies at the caret. */
  onCanned(): void;
  onBody(body: Body): void;
  onNote(text: string): void;
  onFiles(files: readonly File[]): void;
  onTemplate(): void;
  onDraft(draft: SuggestedReply): void;
  onSend(how?: SendHow): void;
}

interface Props extends Shown, Actions {
  customerLanguage: string | null;
  text: string;
  /** Of this mode, also when another one is shown. */
  setText: SetText;
  maySend: boolean;
  /** There is text and an address. */
  canSend: boolean;
}

/** Below the text: everything else that can be inserted or sent, and the send button. */
export function ComposerActions({ customerLanguage, text, setText, maySend, canSend, ...shown }: Props) {
  const { conversationId, mode, mayNote, onDraft, onNote, onSend } = shown;
  const { data: settings } = useQuery({ ...agentSettingsQuery(), throwOnError: false });
  // Offered while this is unknown: the server decides.
  const hasAssist = settings?.assist.enabled !== false;
  return (
    <div className="actions">
      <Insertions {...shown} />
      {mode === "reply" && maySend && hasAssist && (
        <AssistMenu
          conversationId={conversationId}
          text={text}
          customerLanguage={customerLanguage}
          onDraft={onDraft}
          setText={setText}
          mayNote={mayNote}
          onSummary={onNote}
        />
      )}
      <SendButton mode={mode} canSend={canSend} onSend={onSend} />
    </div>
  );
}

const Insertions = memo(function Insertions({ conversationId, mode, options, mayNote, canAttach, ...on }: Shown & Actions) {
  const { t } = useI18n();
  const types = options?.types ?? [];
  const choices = limitsOf(options, "interactive");
  const recording = types.includes("audio") ? recordingFormat(limitsOf(options, "audio")?.media?.mimeTypes ?? []) : undefined;
  return (
    <>
      {mode === "reply" && canAttach && (
        <FileButton
          icon={Paperclip}
          label={t("attach.title")}
          variant="ghost"
          size="small"
          multiple
          accept={acceptedTypes(options)}
          onFiles={on.onFiles}
        />
      )}
      <EmojiButton onEmoji={on.onInsert} />
      {mayNote && <MacroMenu conversationId={conversationId} />}
      {mode === "reply" && (
        <>
          <Button icon={Zap} label={t("canned.title")} keys="/" hideKeys variant="ghost" size="small" onPress={on.onCanned} />
          {types.includes("template") && (
            <Button
              icon={LayoutTemplate}
              label={t("template.title")}
              keys="t"
              hideKeys
              variant="ghost"
              size="small"
              onPress={on.onTemplate}
            />
          )}
          {types.includes("interactive") && choices?.interactive !== undefined && (
            <ChoicesDialog
              limits={{ ...choices, interactive: choices.interactive }}
              onSend={(words, content) => on.onBody({ type: "interactive", text: words, content })}
            />
          )}
          {recording !== undefined && <VoiceRecorder format={recording} onFile={(file) => on.onFiles([file])} />}
        </>
      )}
    </>
  );
});

const SendButton = memo(function SendButton({ mode, canSend, onSend }: Pick<Props, "mode" | "canSend" | "onSend">) {
  const { t } = useI18n();
  return (
    <span className="ms-auto">
      <SplitButton
        variant="accent"
        size="small"
        menuLabel={t("composer.otherWays")}
        menu={
          <MenuItem id="resolve" icon={ChevronDown} keys="mod+enter" onAction={() => onSend({ after: "resolve" })}>
            {t("composer.sendResolve")}
          </MenuItem>
        }
      >
        <Button variant="accent" size="small" icon={SendHorizontal} keys="enter" isDisabled={!canSend} onPress={() => onSend()}>
          {t(mode === "note" ? "composer.addNote" : "composer.send")}
        </Button>
      </SplitButton>
    </span>
  );
});
