import "../../../../styles/screens/inbox/thread.css";
import { useMemo, useState } from "react";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { Select } from "../../../../ui/fields/Select.tsx";
import { TextArea } from "../../../../ui/fields/TextArea.tsx";
import { questionFor, questionLanguages, type Questions } from "./question.ts";

interface Props {
  own: Questions;
  usual: Questions;
  onChange(own: Record<string, string>): void;
  mayWrite: boolean;
}

/** The survey's question in one language at a time, with a preview. */
export function QuestionFields({ own, usual, onChange, mayWrite }: Props) {
  const { t, language: ours } = useI18n();
  const languages = useMemo(() => questionLanguages(ours, own, usual), [ours, own, usual]);
  const [language, setLanguage] = useState(() => (ours.toLowerCase() in usual || ours.toLowerCase() in own ? ours.toLowerCase() : "en"));
  const nameOf = (id: string) => languages.find((each) => each.id === id)?.name ?? id;
  function write(text: string) {
    const { [language]: _before, ...others } = own;
    onChange(text === "" ? others : { ...others, [language]: text });
  }
  if (!mayWrite)
    return (
      <div className="grid gap-4">
        {Object.keys({ en: "", ...own }).map((each) => (
          <Preview key={each} title={nameOf(each)} {...questionFor(own, usual, each)} />
        ))}
      </div>
    );
  const sent = questionFor(own, usual, language);
  return (
    <fieldset className="grid gap-3" aria-label={t("satisfaction.question")}>
      <Select
        label={t("satisfaction.language")}
        name="csat.questions"
        value={language}
        options={languages.map((each) => (each.id in own ? { ...each, description: t("satisfaction.own") } : each))}
        onChange={setLanguage}
      />
      <TextArea
        key={language}
        label={t("satisfaction.words")}
        hint={t("satisfaction.words.hint")}
        name={`csat.questions.${language}`}
        isOptional
        rows={2}
        value={own[language] ?? ""}
        onChange={write}
      />
      <Preview
        title={
          sent.language === language ? t("satisfaction.preview") : t("satisfaction.preview.other", { language: nameOf(sent.language) })
        }
        {...sent}
      />
    </fieldset>
  );
}

function Preview({ title, text, language }: { title: string; text: string; language: string }) {
  return (
    <figure className="question-preview">
      <figcaption className="hint">{title}</figcaption>
      <div className="message out">
        <div className="bubble whitespace-pre-wrap" lang={language} dir="auto">
          {text}
        </div>
      </div>
    </figure>
  );
}
