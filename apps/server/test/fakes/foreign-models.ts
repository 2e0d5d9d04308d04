/**
 * Models behind a third-party mock server that is kept true to the providers' interfaces (docs/adr/0129), so that our own simulator and our
 * own client do not share one misunderstanding. A function determines the answers.
 */
import { type ChatCompletionRequest, LLMock } from "@copilotkit/aimock";
import type { SeenPrompt } from "./obedient-model.ts";

export type ForeignDialect = "openai" | "anthropic" | "google" | "openai_compatible";

export interface ForeignModelReply {
  text: string;
  toolCalls: { name: string; input: Record<string, unknown> }[];
}

export interface ForeignModels {
  /** As the API's `baseUrl` accepts them. A model's name must start with its interface's name. */
  baseUrls: Record<ForeignDialect, string>;
  calls: { dialect: string; seen: SeenPrompt; body: string }[];
  /** The next request on any interface fails like this, in the provider's own format. */
  failNext(status: number, message: string): void;
  close(): Promise<void>;
}

const textOf = (content: ChatCompletionRequest["messages"][number]["content"]) =>
  typeof content === "string" ? content : (content ?? []).map((part) => part.text ?? "").join("");

export async function startForeignModels(
  mind: (seen: SeenPrompt, request: ChatCompletionRequest) => ForeignModelReply,
): Promise<ForeignModels> {
  const mock = new LLMock({ port: 0, journalMaxEntries: 10 });
  const calls: ForeignModels["calls"] = [];
  mock.addFixture({
    match: { predicate: () => true },
    response: (request) => {
      const of = (system: boolean) =>
        request.messages
          .filter(({ role }) => (role === "system") === system)
          .map(({ content }) => textOf(content))
          .join("\n");
      const seen = { system: of(true), said: of(false) };
      calls.push({ dialect: request.model.replace(/-model$/, ""), seen, body: JSON.stringify(request) });
      const { text, toolCalls } = mind(seen, request);
      // Models without structured output are given a tool named json, whose input is the answer.
      const answersByTool = toolCalls.length === 0 && request.tools?.some((tool) => tool.function.name === "json") === true;
      const usage = {
        prompt_tokens: 100,
        completion_tokens: 20,
        input_tokens: 100,
        output_tokens: 20,
        promptTokenCount: 100,
        candidatesTokenCount: 20,
      };
      if (answersByTool) return { toolCalls: [{ name: "json", arguments: text }], usage };
      if (toolCalls.length > 0)
        return {
          toolCalls: toolCalls.map(({ name, input }) => ({ name, arguments: JSON.stringify(input) })),
          usage,
          // For Google the mock sends FUNCTION_CALL, where Google sends STOP.
          ...(request.model.startsWith("google") ? { finishReason: "stop" } : {}),
        };
      return { content: text, usage };
    },
  });
  const url = await mock.start();
  return {
    baseUrls: { openai: `${url}/v1`, anthropic: `${url}/v1`, google: `${url}/v1beta`, openai_compatible: `${url}/v1` },
    calls,
    failNext: (status, message) => void mock.nextRequestError(status, { message }),
    close: () => mock.stop(),
  };
}
