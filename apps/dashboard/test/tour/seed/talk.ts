/** Plays the conversations: each message at its time, oldest first. */
import { eventually } from "@parley/server/test/eventually.ts";
import type { TestPerson } from "@parley/server/test/harness.ts";
import type { Conversation, Message } from "@parley/sdk";
import type { Stage } from "../../stage.ts";
import { answered } from "./answered.ts";
import { conversations, type Script } from "./conversations.ts";
import type { Team } from "./organization.ts";
import { richConversation } from "./rich-conversation.ts";

/** Conversations by the name of the customer. */
export type Threads = Record<string, { id: string; contactId: string }>;

/** An action at a time this many hours ago. */
export type Step = [hoursAgo: number, run: () => Promise<unknown>];

export interface Talker {
  stage: Stage;
  team: Team;
  threads: Threads;
  /** Sends a message as a member. `body` is that of POST /messages without channelId and to. */
  send(name: string, by: TestPerson, body: object): Promise<{ id: string }>;
  /** Registers the conversation whose last message is this text. */
  found(name: string, channelId: string, platformId: string, words: string): Promise<void>;
  change(name: string, patch: object): Promise<unknown>;
  note(name: string, by: TestPerson, text: string, mentions?: TestPerson[]): Promise<unknown>;
  newest(name: string, fits: (message: Message) => boolean): Promise<Message>;
}

export async function talk(stage: Stage, team: Team, historyHours: number): Promise<Threads> {
  const beganMs = stage.clock.now().getTime();
  const talker = createTalker(stage, team);
  const all = [...conversations.map((script) => stepsOf(talker, script)), richConversation(talker)];
  const hours = [...new Set(all.flatMap((steps) => steps.map(([hoursAgo]) => hoursAgo)))].sort((a, b) => b - a);
  for (const hour of hours) {
    stage.advance(Math.max(0, beganMs + (historyHours - hour) * 3_600_000 - stage.clock.now().getTime()));
    await Promise.all(
      all.map(async (steps) => {
        for (const [, run] of steps.filter(([at]) => at === hour)) await run();
      }),
    );
    await stage.t.drain();
  }
  stage.advance(Math.max(0, beganMs + historyHours * 3_600_000 - stage.clock.now().getTime()));
  return talker.threads;
}

function createTalker(stage: Stage, team: Team): Talker {
  const threads: Threads = {};
  const { api } = stage.tenant;
  const of = (name: string) => {
    const thread = threads[name];
    if (thread === undefined) throw new Error(`${name} has not written yet`);
    return thread;
  };
  const addresses = new Map<string, { channelId: string; to: string }>();
  return {
    ...{ stage, team, threads },
    async found(name, channelId, platformId, words) {
      addresses.set(name, { channelId, to: platformId });
      if (threads[name] !== undefined) return;
      const conversation = await eventually(`the conversation of ${name}`, async () => {
        const { data } = await answered<{ data: Conversation[] }>(api.get(`/api/v1/conversations?channelId=${channelId}&limit=50`));
        return data.find(({ lastMessage }) => lastMessage?.preview.startsWith(words.slice(0, 20)));
      });
      threads[name] = { id: conversation.id, contactId: conversation.contactId };
    },
    send: (name, by, body) => answered(by.api.post("/api/v1/messages", { ...addresses.get(name), ...body })),
    change: (name, patch) => answered(api.patch(`/api/v1/conversations/${of(name).id}`, patch)),
    note: (name, by, text, mentions = []) =>
      answered(by.api.post(`/api/v1/conversations/${of(name).id}/notes`, { text, mentions: mentions.map(({ agentId }) => agentId) })),
    newest: (name, fits) =>
      eventually(`a message of ${name}`, async () => {
        const { data } = await answered<{ data: Message[] }>(api.get(`/api/v1/conversations/${of(name).id}/messages?limit=100`));
        return data.find(fits);
      }),
  };
}

function stepsOf(talker: Talker, script: Script): Step[] {
  const { stage, team, threads, found, send, change, note } = talker;
  const { chatApp, photoSocial, shortVideo } = stage.channels;
  const write = async (text: string) => {
    const { name, id, on, username } = script;
    if (on === "chatApp") await stage.t.simulator.customer(id, name).sendText(chatApp.accountId, text);
    else if (on === "photoSocial")
      await stage.photoSocial.customer(id, { name, ...(username === undefined ? {} : { username }) }).sendText(photoSocial.accountId, text);
    else await stage.shortVideo.customer(id, name).sendText(shortVideo.accountId, text);
    await found(name, stage.channels[on].id, id, text);
  };
  return script.lines.map(
    ([hoursAgo, who, what]): Step => [
      hoursAgo,
      async () => {
        if (who === "customer") return write(what as string);
        if (who === "set") {
          const { label, assignee, snoozeHours, ...patch } = what as Exclude<typeof what, string>;
          return change(script.name, {
            ...patch,
            ...(label === undefined ? {} : { addLabels: [label] }),
            ...(assignee === undefined ? {} : { assigneeId: team[assignee].agentId }),
            ...(snoozeHours === undefined
              ? {}
              : { status: "pending", snoozedUntil: new Date(stage.clock.now().getTime() + snoozeHours * 3_600_000).toISOString() }),
          });
        }
        if (who === "note") return note(script.name, team.marcus, what as string, [team.owner]);
        if (threads[script.name] === undefined) throw new Error(`${script.name} has to write first`);
        return send(script.name, team[who], { type: "text", text: what });
      },
    ],
  );
}
