/** Knowledge: its parts, and what opens over them. */
import { byButton, byKey, over, type Place, screen, type Visit } from "./place.ts";

const row = ({ page }: Visit) => page.locator("main [role=row]").nth(1);
const csv = "Frage,Antwort,Kategorie\nDo you ship abroad?,To all of Europe.,Delivery\nWithout an answer?,,Delivery\n";

async function chooseFile({ page, button, top }: Visit): Promise<void> {
  await button("knowledge.import").click();
  const chooser = page.waitForEvent("filechooser");
  await button("ui.chooseFile", top()).click();
  await (await chooser).setFiles({ name: "faqs.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await top().getByText("faqs.csv").waitFor();
  await top().locator("[aria-haspopup=listbox]").nth(3).waitFor();
}

export const knowledgePlaces = (): Place[] => [
  screen("knowledge", "/knowledge/sources", { shows: row }),
  screen("knowledge-asked", "/knowledge/sources?ask=tent", { shows: row }),
  screen("knowledge-nothing", "/knowledge/sources?kind=file"),
  over("knowledge-new", "/knowledge/sources", byKey("c")),
  screen("knowledge-source", "/knowledge/sources", {
    open: (visit) => row(visit).click(),
    shows: ({ top }) => top().locator("dl").first(),
  }),
  screen("knowledge-answers", "/knowledge/answers", { shows: row }),
  over("knowledge-answers-new", "/knowledge/answers", byKey("c")),
  over("knowledge-answers-delete", "/knowledge/answers", byButton("labels.delete")),
  over("knowledge-answers-import", "/knowledge/answers", byButton("knowledge.import")),
  over("knowledge-answers-import-past", "/knowledge/answers", byButton("knowledge.import.past")),
  over("knowledge-answers-import-file", "/knowledge/answers", chooseFile),
  screen("knowledge-unanswered", "/knowledge/unanswered", { shows: row }),
  over("knowledge-unanswered-write", "/knowledge/unanswered", byButton("knowledge.write")),
  screen("knowledge-categories", "/knowledge/categories", { shows: row }),
  over("knowledge-categories-new", "/knowledge/categories", byKey("c")),
  over("knowledge-categories-delete", "/knowledge/categories", byButton("labels.delete")),
];
