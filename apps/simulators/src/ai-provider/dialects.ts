import type { AiDialect, AiFaultKind, SimulatedMessage, SimulatedReply, SimulatedRequest } from "./types.ts";

/**
 * The providers' wire formats, read and written. According to the providers' references, read 2026-11-20:
 * platform.openai.com/docs/api-reference (responses, chat), docs.anthropic.com/en/api/messages, ai.google.dev/api/generate-content.
 */
// biome-ignore lint/suspicious/noExplicitAny: what clients send; the values read from it have their types
type Json = Record<string, any>;

export interface Dialect {
  read(body: Json, path: string): Omit<SimulatedRequest, "dialect" | "apiKey">;
  write(request: SimulatedRequest, reply: SimulatedReply, ids: () => string): Json;
  listModels(names: string[]): Json;
  error(kind: AiFaultKind, status: number, message: string): Json;
}

const message = (role: SimulatedMessage["role"], text: string, toolCalls: SimulatedMessage["toolCalls"] = []): SimulatedMessage => ({
  role,
  text,
  toolCalls,
});
const textOf = (content: unknown): string =>
  typeof content === "string" ? content : Array.isArray(content) ? content.map((part: Json) => part["text"] ?? "").join("") : "";
const count = (text: string) => Math.max(1, Math.ceil(text.length / 4));
const inputTokens = (request: SimulatedRequest) => count(request.system + request.messages.map((part) => part.text).join(""));
const outputTokens = (reply: SimulatedReply) => count(JSON.stringify(reply));

const openAiError = (kind: AiFaultKind, _: number, text: string): Json => ({
  error: {
    message: text,
    type: kind === "rate_limited" ? "requests" : kind === "server_error" ? "server_error" : "invalid_request_error",
    param: null,
    code:
      {
        invalid_key: "invalid_api_key",
        no_quota: "insufficient_quota",
        model_not_found: "model_not_found",
        rate_limited: "rate_limit_exceeded",
      }[kind as string] ?? null,
  },
});
const openAiModels = (names: string[]): Json => ({
  object: "list",
  data: names.map((id) => ({ id, object: "model", created: 1_700_000_000, owned_by: "simulator" })),
});

const chat: Dialect = {
  read(body) {
    const all = body["messages"] as Json[];
    return {
      model: body["model"],
      system: all
        .filter((part) => part["role"] === "system" || part["role"] === "developer")
        .map((part) => textOf(part["content"]))
        .join("\n"),
      messages: all
        .filter((part) => part["role"] !== "system" && part["role"] !== "developer")
        .map((part) =>
          message(
            part["role"],
            textOf(part["content"]),
            ((part["tool_calls"] ?? []) as Json[]).map((call) => ({
              name: call["function"].name,
              input: JSON.parse(call["function"].arguments),
            })),
          ),
        ),
      tools: ((body["tools"] ?? []) as Json[]).map(({ function: f }) => ({
        name: f.name,
        description: f.description ?? "",
        schema: f.parameters,
      })),
      toolsForbidden: body["tool_choice"] === "none",
      schema: body["response_format"]?.json_schema?.schema ?? null,
      maxOutputTokens: body["max_tokens"] ?? body["max_completion_tokens"] ?? null,
    };
  },
  write(request, reply, ids) {
    const calls = reply.toolCalls ?? [];
    return {
      id: `chatcmpl-${ids()}`,
      object: "chat.completion",
      created: 1_700_000_000,
      model: request.model,
      choices: [
        {
          index: 0,
          message: {
            role: "assistant",
            content: reply.text ?? null,
            refusal: reply.refusal ?? null,
            ...(calls.length === 0
              ? {}
              : {
                  tool_calls: calls.map((call) => ({
                    id: `call_${ids()}`,
                    type: "function",
                    function: { name: call.name, arguments: JSON.stringify(call.input) },
                  })),
                }),
          },
          finish_reason: calls.length > 0 ? "tool_calls" : reply.cut ? "length" : "stop",
        },
      ],
      usage: {
        prompt_tokens: inputTokens(request),
        completion_tokens: outputTokens(reply),
        total_tokens: inputTokens(request) + outputTokens(reply),
      },
    };
  },
  listModels: openAiModels,
  error: openAiError,
};

const responses: Dialect = {
  read(body) {
    const input = body["input"] as Json[];
    const messages: SimulatedMessage[] = [];
    const system: string[] = body["instructions"] == null ? [] : [body["instructions"]];
    for (const item of input) {
      if (item["type"] === "function_call")
        messages.push(message("assistant", "", [{ name: item["name"], input: JSON.parse(item["arguments"]) }]));
      else if (item["type"] === "function_call_output")
        messages.push(message("tool", typeof item["output"] === "string" ? item["output"] : textOf(item["output"])));
      else if (item["role"] === "system" || item["role"] === "developer") system.push(textOf(item["content"]));
      else if (item["role"] !== undefined) messages.push(message(item["role"], textOf(item["content"])));
    }
    const format = body["text"]?.format;
    return {
      model: body["model"],
      system: system.join("\n"),
      messages,
      tools: ((body["tools"] ?? []) as Json[]).map((tool) => ({
        name: tool["name"],
        description: tool["description"] ?? "",
        schema: tool["parameters"],
      })),
      toolsForbidden: body["tool_choice"] === "none",
      schema: format?.type === "json_schema" ? format.schema : null,
      maxOutputTokens: body["max_output_tokens"] ?? null,
    };
  },
  write(request, reply, ids) {
    const calls = reply.toolCalls ?? [];
    const spoken =
      reply.refusal !== undefined
        ? [{ type: "refusal", refusal: reply.refusal }]
        : reply.text === undefined
          ? []
          : [{ type: "output_text", text: reply.text, annotations: [] }];
    return {
      id: `resp_${ids()}`,
      object: "response",
      created_at: 1_700_000_000,
      status: reply.cut ? "incomplete" : "completed",
      incomplete_details: reply.cut ? { reason: "max_output_tokens" } : null,
      error: null,
      model: request.model,
      output: [
        ...(spoken.length === 0 ? [] : [{ type: "message", id: `msg_${ids()}`, role: "assistant", status: "completed", content: spoken }]),
        ...calls.map((call) => ({
          type: "function_call",
          id: `fc_${ids()}`,
          call_id: `call_${ids()}`,
          name: call.name,
          arguments: JSON.stringify(call.input),
          status: "completed",
        })),
      ],
      usage: {
        input_tokens: inputTokens(request),
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: outputTokens(reply),
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: inputTokens(request) + outputTokens(reply),
      },
    };
  },
  listModels: openAiModels,
  error: openAiError,
};

const anthropic: Dialect = {
  read(body) {
    const messages = (body["messages"] as Json[]).flatMap((part): SimulatedMessage[] => {
      const blocks: Json[] = typeof part["content"] === "string" ? [{ type: "text", text: part["content"] }] : part["content"];
      const results = blocks.filter((block) => block["type"] === "tool_result");
      if (results.length > 0) return results.map((block) => message("tool", textOf(block["content"])));
      const calls = blocks.filter((block) => block["type"] === "tool_use").map((block) => ({ name: block["name"], input: block["input"] }));
      return [message(part["role"], textOf(blocks), calls)];
    });
    // Models without native structured output get a tool named json, whose input is the answer.
    const tools = (body["tools"] ?? []) as Json[];
    const answerTool = tools.find((tool) => tool["name"] === "json");
    return {
      model: body["model"],
      system: textOf(body["system"] ?? ""),
      messages,
      answerByTool: answerTool !== undefined,
      tools: tools
        .filter((tool) => tool !== answerTool)
        .map((tool) => ({
          name: tool["name"],
          description: tool["description"] ?? "",
          schema: tool["input_schema"],
        })),
      toolsForbidden: body["tool_choice"]?.type === "none",
      schema: answerTool?.["input_schema"] ?? body["output_format"]?.schema ?? body["output_config"]?.format?.schema ?? null,
      maxOutputTokens: body["max_tokens"] ?? null,
    };
  },
  write(request, reply, ids) {
    const calls = reply.toolCalls ?? [];
    const content: Json[] = [
      ...(reply.text === undefined || request.answerByTool ? [] : [{ type: "text", text: reply.text }]),
      ...calls.map((call) => ({ type: "tool_use", id: `toolu_${ids()}`, name: call.name, input: call.input })),
    ];
    if (request.answerByTool && calls.length === 0 && reply.text !== undefined)
      content.push({ type: "tool_use", id: `toolu_${ids()}`, name: "json", input: parsed(reply.text) });
    return {
      id: `msg_${ids()}`,
      type: "message",
      role: "assistant",
      model: request.model,
      content,
      stop_reason:
        reply.refusal !== undefined
          ? "refusal"
          : content.some((part) => part["type"] === "tool_use")
            ? "tool_use"
            : reply.cut
              ? "max_tokens"
              : "end_turn",
      stop_sequence: null,
      usage: { input_tokens: inputTokens(request), output_tokens: outputTokens(reply) },
    };
  },
  listModels: (names) => ({
    data: names.map((id) => ({ type: "model", id, display_name: id, created_at: "2026-01-01T00:00:00Z" })),
    has_more: false,
    first_id: names[0] ?? null,
    last_id: names.at(-1) ?? null,
  }),
  error: (kind, status, text) => ({
    type: "error",
    error: {
      type:
        status === 401
          ? "authentication_error"
          : status === 429
            ? "rate_limit_error"
            : status === 529
              ? "overloaded_error"
              : status === 404
                ? "not_found_error"
                : status >= 500
                  ? "api_error"
                  : "invalid_request_error",
      message: kind === "no_quota" ? "Your credit balance is too low to access the Anthropic API." : text,
    },
  }),
};

const google: Dialect = {
  read(body, path) {
    const messages = (body["contents"] as Json[]).map((part): SimulatedMessage => {
      const parts = part["parts"] as Json[];
      const answers = parts.filter((p) => p["functionResponse"] !== undefined);
      if (answers.length > 0) return message("tool", JSON.stringify(answers.map((p) => p["functionResponse"].response)));
      const calls = parts
        .filter((p) => p["functionCall"] !== undefined)
        .map((p) => ({ name: p["functionCall"].name, input: p["functionCall"].args }));
      return message(part["role"] === "model" ? "assistant" : "user", textOf(parts), calls);
    });
    const declared = ((body["tools"] ?? []) as Json[]).flatMap((tool) => (tool["functionDeclarations"] ?? []) as Json[]);
    const config = body["generationConfig"] ?? {};
    return {
      model: decodeURIComponent(/models\/([^:/]+):/.exec(path)?.[1] ?? ""),
      system: textOf(body["systemInstruction"]?.parts ?? ""),
      messages,
      tools: declared.map((tool) => ({
        name: tool["name"],
        description: tool["description"] ?? "",
        schema: tool["parametersJsonSchema"] ?? tool["parameters"] ?? {},
      })),
      toolsForbidden: body["toolConfig"]?.functionCallingConfig?.mode === "NONE",
      schema: config.responseJsonSchema ?? config.responseSchema ?? null,
      maxOutputTokens: config.maxOutputTokens ?? null,
    };
  },
  write(request, reply) {
    const parts = [
      ...(reply.text === undefined ? [] : [{ text: reply.text }]),
      ...(reply.toolCalls ?? []).map((call) => ({ functionCall: { name: call.name, args: call.input } })),
    ];
    return {
      candidates: [
        {
          ...(reply.refusal === undefined ? { content: { role: "model", parts } } : {}),
          finishReason: reply.refusal !== undefined ? "SAFETY" : reply.cut ? "MAX_TOKENS" : "STOP",
          index: 0,
        },
      ],
      usageMetadata: {
        promptTokenCount: inputTokens(request),
        candidatesTokenCount: outputTokens(reply),
        totalTokenCount: inputTokens(request) + outputTokens(reply),
      },
      modelVersion: request.model,
      responseId: "simulated",
    };
  },
  listModels: (names) => ({
    models: names.map((name) => ({ name: `models/${name}`, displayName: name, supportedGenerationMethods: ["generateContent"] })),
  }),
  error: (kind, status, text) => ({
    error: {
      code: status,
      message: text,
      status: status === 429 ? "RESOURCE_EXHAUSTED" : status === 404 ? "NOT_FOUND" : status >= 500 ? "UNAVAILABLE" : "INVALID_ARGUMENT",
      ...(kind === "invalid_key" ? { details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" }] } : {}),
    },
  }),
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // A model told to answer outside the schema.
    return { text };
  }
}

/** Determined by whether the path is that of the responses interface, which only OpenAI has. */
export function dialectOf(dialect: AiDialect, path: string): Dialect {
  if (dialect === "anthropic") return anthropic;
  if (dialect === "google") return google;
  return dialect === "openai" && path.endsWith("/responses") ? responses : chat;
}
