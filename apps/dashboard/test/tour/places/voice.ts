/** Calls with voice agents, the agents with their settings, and the numbers that lead to them. */
import { agentSections } from "../../../src/screens/voice/voice-parts.ts";
import type { Seed } from "../seed/seed.ts";
import { byButton, byKey, over, type Place, screen, type Visit } from "./place.ts";

const form = ({ page }: Visit) => page.locator(".chatbot-sections");
const row = ({ page }: Visit) => page.locator("main [role=row]").nth(1);
const said = ({ page }: Visit) => page.locator(".voice-said").first();

export function voicePlaces({ ids }: Seed): Place[] {
  const agent = `/voice/agents/${ids.voiceAgent}`;
  const call = `/voice/calls/${ids.call}`;
  return [
    screen("calls", "/voice/calls", { shows: ({ page }) => page.locator(".call-row").first() }),
    screen("calls-none", "/voice/calls?status=failed"),
    over("calls-filter", "/voice/calls", byKey("f")),
    screen("call", call, { shows: said }),
    screen("call-marked", `${call}?t=1`, { shows: ({ page }) => page.locator(".voice-turn[aria-current]") }),
    over("call-facts", call, byButton("contact.details"), { only: "phone" }),
    screen("voice-agents", "/voice/agents", { shows: row }),
    over("voice-agents-new", "/voice/agents", byKey("c")),
    ...agentSections.map((section) => screen(`voice-agent-${section}`, `${agent}?section=${section}`, { shows: form })),
    over("voice-agent-switch", agent, byKey("e")),
    over("voice-agent-trial", agent, byButton("voice.try"), { only: "phone" }),
    over("call-make", `/contacts/${ids.contact}`, byButton("calls.make")),
    screen("telephone", "/voice/telephone", { shows: row }),
    over("telephone-number", "/voice/telephone", byKey("c")),
    over("telephone-account", "/voice/telephone", byButton("telephone.account.new")),
  ];
}
