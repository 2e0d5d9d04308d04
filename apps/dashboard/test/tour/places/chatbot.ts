/** The chatbot: its settings with the playground, its decisions, its evaluations; and the test of an AI key. */
import { sections } from "../../../src/screens/chatbot/chatbot-search.ts";
import type { Seed } from "../seed/seed.ts";
import { byButton, byKey, over, type Place, screen, type Visit } from "./place.ts";

const row = ({ page }: Visit) => page.locator("main [role=row]").nth(1);
const form = ({ page }: Visit) => page.locator(".chatbot-sections");

export function chatbotPlaces({ ids }: Seed): Place[] {
  const chatbot = `/chatbots/${ids.chatbot}`;
  const evaluations = `${chatbot}/evaluations`;
  const evaluation = `${evaluations}?evaluation=${ids.evaluation}`;
  return [
    screen("chatbots", "/chatbots", { shows: form }),
    ...sections.map((section) => screen(`chatbot-${section}`, `${chatbot}/${section}`, { shows: form })),
    over("chatbot-switch", `${chatbot}/persona`, byButton("chatbot.deactivate")),
    screen("chatbot-turns", `${chatbot}/turns`, { shows: row }),
    screen("chatbot-turns-none", `${chatbot}/turns?decision=silenced`),
    screen("chatbot-turn", `${chatbot}/turns`, {
      open: (visit) => row(visit).click(),
      shows: ({ top }) => top().locator(".decision-steps"),
    }),
    screen("evaluations", evaluations, { shows: row }),
    over("evaluations-new", evaluations, byKey("c")),
    screen("evaluation", `${evaluation}&run=${ids.run}`, { shows: ({ page }) => page.locator(".results li").nth(2) }),
    over("evaluation-case", evaluation, byButton("evaluation.case.new")),
    over("ai-keys-test", "/settings/ai-keys", byButton("aiKeys.test")),
  ];
}
