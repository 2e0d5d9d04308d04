import { Fragment, type ReactNode } from "react";
import { markPattern } from "../../../parts/plain-text.ts";
import { splitMentions } from "../composer/mentions/mentions.ts";

/** Linear in any text: a scheme, then everything up to a space. */
const addressPattern = /\bhttps?:\/\/[^\s<>"]+/g;
const trailingSigns = new Set([".", ",", ";", ":", "!", "?", ")", "]", "'"]);
const marks: Readonly<Record<string, "strong" | "em" | "s" | "code">> = { "*": "strong", _: "em", "~": "s", "`": "code" };
/** A longer text is shown unformatted. */
const formattedMax = 8_000;

/** A customer's or colleague's text: links work, *bold* is bold, and mentions in notes are highlighted. */
export function RichText({ text, mentions = [] }: { text: string; mentions?: readonly string[] }) {
  if (text.length > formattedMax) return <span className="whitespace-pre-wrap">{text}</span>;
  if (mentions.length === 0) return <span className="whitespace-pre-wrap">{linked(text)}</span>;
  return (
    <span className="whitespace-pre-wrap">
      {splitMentions(text, mentions).map(({ at, text: piece, isMention }) =>
        isMention ? (
          <b key={at} className="mention">
            {piece}
          </b>
        ) : (
          <Fragment key={at}>{linked(piece)}</Fragment>
        ),
      )}
    </span>
  );
}

function linked(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(addressPattern)) {
    let address = match[0];
    while (trailingSigns.has(address.at(-1) ?? "")) address = address.slice(0, -1);
    parts.push(<Fragment key={`t${from}`}>{marked(text.slice(from, match.index))}</Fragment>);
    parts.push(
      <a key={match.index} className="link" href={address} target="_blank" rel="noopener noreferrer nofollow" dir="ltr">
        {address}
      </a>,
    );
    from = match.index + address.length;
  }
  parts.push(<Fragment key={`t${from}`}>{marked(text.slice(from))}</Fragment>);
  return parts;
}

function marked(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(markPattern)) {
    const Mark = marks[match[1] ?? ""] ?? "span";
    parts.push(text.slice(from, match.index), <Mark key={match.index}>{match[2]}</Mark>);
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  return parts;
}
