import type { InteractiveContent } from "@parley/connector-kit";
import { type Json, compact } from "@parley/connector-kit/read";

/**
 * Reply buttons, a list, or one URL button, in the shape of the platform's `interactive` field (channel-protocols.md
 * 2.7).
 */
export function interactiveMessage(text: string, content: InteractiveContent): Json {
  return compact({
    type: types[content.kind],
    header: content.header === undefined ? undefined : { type: "text", text: content.header },
    body: { text },
    footer: content.footer === undefined ? undefined : { text: content.footer },
    action: actionOf(content),
  });
}

const types: Record<InteractiveContent["kind"], string> = { buttons: "button", list: "list", url: "cta_url" };

function actionOf(content: InteractiveContent): Json {
  switch (content.kind) {
    case "buttons":
      return { buttons: content.buttons.map(({ id, title }) => ({ type: "reply", reply: { id, title } })) };
    case "list":
      return {
        button: content.button,
        sections: content.sections.map(({ title, rows }) => compact({ title, rows: rows.map((row) => compact({ ...row })) })),
      };
    case "url":
      return { name: "cta_url", parameters: { display_text: content.title, url: content.url } };
  }
}
