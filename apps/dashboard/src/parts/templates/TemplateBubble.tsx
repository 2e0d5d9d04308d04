import "../../styles/screens/thread.css";
import "../../styles/screens/composer.css";
import { ExternalLink } from "lucide-react";
import type { Template } from "@parley/sdk";
import { pieces, templateParts } from "./template-text.ts";

/** A template as the customer gets it; variables without a value show their names. */
export function TemplateBubble({ template, values }: { template: Template; values: Readonly<Record<string, string>> }) {
  const parts = templateParts(template);
  return (
    <div className="message out template-preview">
      <div className="bubble" dir="auto">
        {parts.header !== null && (
          <b className="block">
            <Filled text={parts.header} values={values} />
          </b>
        )}
        <span className="whitespace-pre-wrap">
          <Filled text={parts.body} values={values} />
        </span>
        {parts.footer !== null && <span className="block text-12 text-text-2">{parts.footer}</span>}
        {parts.buttons.map(({ text }) => (
          <span className="bubble-button" key={text}>
            <ExternalLink className="icon icon-12" aria-hidden />
            {text}
          </span>
        ))}
      </div>
    </div>
  );
}

function Filled({ text, values }: { text: string; values: Readonly<Record<string, string>> }) {
  return pieces(text).map((piece, at) =>
    "text" in piece ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text keep their places
      <span key={at}>{piece.text}</span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text keep their places
      <mark key={at} className={values[piece.variable]?.trim() ? "filled" : "missing"}>
        <bdi>{values[piece.variable]?.trim() || piece.variable}</bdi>
      </mark>
    ),
  );
}
