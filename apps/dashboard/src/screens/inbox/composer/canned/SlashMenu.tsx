import { useQuery } from "@tanstack/react-query";
import type { CannedReply } from "@parley/sdk";
import { cannedReplies } from "../../../../api/resources.ts";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { TextMenuHead, TextMenuOption } from "../TextMenu.tsx";

export function matches({ shortcut, title }: CannedReply, typed: string): boolean {
  const word = typed.toLowerCase();
  return shortcut.toLowerCase().includes(word) || title.toLowerCase().includes(word);
}

/** The canned replies that match the word after a slash; null: there is no slash. */
export function useSlashReplies(typed: string | undefined): CannedReply[] | null {
  const { data } = useQuery({ ...cannedReplies.listQuery(), enabled: typed !== undefined, throwOnError: false });
  if (typed === undefined) return null;
  return (data?.items ?? []).filter((reply) => matches(reply, typed)).slice(0, 7);
}

interface Props {
  replies: CannedReply[];
  at: number;
  onChoose(reply: CannedReply): void;
}

export const slashMenuId = "slash-menu";
export const slashOptionId = (reply: CannedReply) => `slash-${reply.id}`;

/**
 * Above the text: titles, and the text of the selected one; its variables are filled in when it is inserted. The focus stays in the text
 * field.
 */
export function SlashMenu({ replies, at, onChoose }: Props) {
  const { t } = useI18n();
  const current = replies[at];
  return (
    <div className="popover slash-menu">
      <TextMenuHead title={t("canned.title")} />
      <div className="slash-body">
        <div id={slashMenuId} role="listbox" aria-label={t("canned.title")}>
          {replies.map((reply, index) => (
            <TextMenuOption key={reply.id} id={slashOptionId(reply)} isCurrent={index === at} onChoose={() => onChoose(reply)}>
              <span className="min-w-0 grow">
                <b className="cut block font-medium">{reply.title}</b>
                <code dir="ltr" className="text-12 text-text-3">{`/${reply.shortcut}`}</code>
              </span>
            </TextMenuOption>
          ))}
          {replies.length === 0 && <p className="p-3 text-text-3">{t("canned.none")}</p>}
        </div>
        {current !== undefined && (
          <div className="slash-preview">
            <span className="section-title">{t("canned.preview")}</span>
            <p className="mt-1 whitespace-pre-wrap text-14" dir="auto">
              {current.content}
            </p>
            {current.variables.length > 0 && <span className="chip mt-2">{t("canned.filled", { n: current.variables.length })}</span>}
          </div>
        )}
      </div>
    </div>
  );
}
