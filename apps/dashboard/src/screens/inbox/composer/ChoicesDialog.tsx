import { List, Plus, X } from "lucide-react";
import { useState } from "react";
import type { InteractiveContent, TypeLimits } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dialog, DialogContent, DialogFooter } from "../../../ui/overlays/Dialog.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { isLonger, textRoom } from "./limits/text-room.ts";

interface Props {
  /** Of the type, with `interactive`. */
  limits: TypeLimits & Required<Pick<TypeLimits, "interactive">>;
  onSend(text: string, content: InteractiveContent): void;
}

/** A question with as many buttons as the channel allows; more become a list behind one button. */
export function ChoicesDialog({ limits, onSend }: Props) {
  const { t } = useI18n();
  return (
    <Dialog
      title={t("choices.title")}
      size="small"
      trigger={<Button icon={List} label={t("choices.title")} variant="ghost" size="small" className="only-desktop" />}
    >
      {(close) => (
        <ChoicesForm
          limits={limits}
          onSend={(text, content) => {
            onSend(text, content);
            close();
          }}
        />
      )}
    </Dialog>
  );
}

function ChoicesForm({ limits: { interactive: limits, textCharactersMax = Infinity, textBytesMax }, onSend }: Props) {
  const { t } = useI18n();
  const [text, setText] = useState("");
  const [titles, setTitles] = useState(["", ""]);
  const asList = titles.length > limits.buttonsMax;
  const [button, setButton] = useState(() => t("choices.choose"));
  const listed = limits.kinds.includes("list");
  const most = listed ? limits.listRowsMax : limits.buttonsMax;
  const titleMax = asList ? (limits.rowTitleMax ?? limits.buttonTitleMax) : limits.buttonTitleMax;
  const given = titles.map((each) => each.trim()).filter((each) => each !== "");
  const doubled = new Set(given).size < given.length;
  const charactersMax = Math.min(textCharactersMax, limits.textCharactersMax?.[asList ? "list" : "buttons"] ?? Infinity);
  const tooMany = -(textRoom(text.trim(), { textCharactersMax: charactersMax, textBytesMax }) ?? 0);
  const buttonTooLong = asList && isLonger(button.trim(), limits.buttonTitleMax);
  const written = text.trim() !== "" && given.length > 0 && (!asList || button.trim() !== "");
  const ready = written && !doubled && tooMany <= 0 && !buttonTooLong && !given.some((each) => isLonger(each, titleMax));
  function content(): InteractiveContent {
    const all = given.map((title, at) => ({ id: `choice-${at + 1}`, title }));
    return asList ? { kind: "list", button: button.trim(), sections: [{ rows: all }] } : { kind: "buttons", buttons: all };
  }
  return (
    <>
      <DialogContent>
        <div className="grid gap-3">
          <TextArea
            label={t("choices.question")}
            value={text}
            error={tooMany > 0 ? t("composer.tooLong", { n: tooMany }) : undefined}
            onChange={setText}
            rows={2}
          />
          {titles.map((title, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a choice is identified by its position until it is sent
            <div className="flex items-end gap-1" key={at}>
              <TextField
                className="grow"
                label={t("choices.choice", { n: at + 1 })}
                value={title}
                error={isLonger(title.trim(), titleMax) ? t("choices.tooLong", { n: titleMax }) : undefined}
                onChange={(next) => setTitles((was) => was.map((each, index) => (index === at ? next : each)))}
              />
              {titles.length > 1 && (
                <Button
                  icon={X}
                  label={t("choices.remove", { n: at + 1 })}
                  variant="ghost"
                  onPress={() => setTitles((was) => was.toSpliced(at, 1))}
                />
              )}
            </div>
          ))}
          {titles.length < most && (
            <Button
              icon={Plus}
              variant="ghost"
              size="small"
              className="justify-self-start"
              onPress={() => setTitles((was) => [...was, ""])}
            >
              {t("choices.add")}
            </Button>
          )}
          {asList && (
            <TextField
              label={t("choices.listButton")}
              value={button}
              error={buttonTooLong ? t("choices.tooLong", { n: limits.buttonTitleMax }) : undefined}
              onChange={setButton}
            />
          )}
          {doubled && <p className="error">{t("choices.doubled")}</p>}
        </div>
      </DialogContent>
      <DialogFooter>
        <Button variant="accent" isDisabled={!ready} onPress={() => onSend(text.trim(), content())}>
          {t("composer.send")}
        </Button>
      </DialogFooter>
    </>
  );
}
