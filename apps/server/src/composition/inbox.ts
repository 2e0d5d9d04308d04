import { createAssignmentModule } from "#modules/inbox/assignment/index.ts";
import { createCannedRepliesModule } from "#modules/inbox/canned-replies/index.ts";
import { createAutoResolveModule, createConversationsModule } from "#modules/inbox/conversations/index.ts";
import { createLabelsModule } from "#modules/inbox/labels/index.ts";
import { createMacrosModule } from "#modules/inbox/macros/index.ts";
import { createMessagesModule } from "#modules/inbox/messages/index.ts";
import { createNotificationsModule } from "#modules/inbox/notifications/index.ts";
import { createPresenceModule } from "#modules/inbox/presence/index.ts";
import { createPushModule } from "#modules/inbox/push/index.ts";
import { createSearchModule } from "#modules/inbox/search/index.ts";
import { createViewsModule } from "#modules/inbox/views/index.ts";
import { deriveVapidKey } from "#platform/web-push/vapid.ts";
import type { Base } from "./base.ts";
import type { Channels } from "./channels.ts";
import type { Contacts } from "./contacts.ts";
import type { Organizations } from "./organizations.ts";

/** Conversations, their messages, and the agents' tools for them. */
export function composeInbox(base: Base, organizations: Organizations, channelArea: Channels, contactArea: Contacts) {
  const { shared, hooks, directory, describeChannel } = base;
  const { channels, media } = channelArea.modules;
  const { contacts } = contactArea.modules;
  const labels = createLabelsModule(shared);
  const push = createPushModule({
    ...shared,
    claims: base.claims,
    guard: base.guard,
    outbound: base.outbound,
    sessionIdleMs: base.sessionIdleMs,
    vapid: deriveVapidKey((name) => base.keyring.deriveKey(name), base.publicUrl),
  });
  const notifications = createNotificationsModule({ ...shared, push: push.service });
  const conversations = createConversationsModule({
    ...shared,
    labels: labels.service,
    notifications: notifications.service,
    directory,
    channels: channels.service,
    describeChannel,
  });
  const presence = createPresenceModule({ ...shared, conversations: conversations.service });
  const messages = createMessagesModule({
    ...shared,
    media: media.service,
    directory,
    channels: channels.service,
    entitlements: organizations.limits.service,
    conversationExists: conversations.exists,
    repliedTo: conversations.assignments.repliedTo,
  });
  const autoResolve = createAutoResolveModule({ ...shared, messages: messages.service }, conversations.service);
  const assignment = createAssignmentModule({ ...shared, assignments: conversations.assignments });
  const views = createViewsModule({ ...shared, filters: conversations.filters, labels: labels.service });
  const cannedReplies = createCannedRepliesModule({ ...shared, media: media.service });
  const macros = createMacrosModule({
    ...shared,
    conversations: conversations.service,
    messages: messages.service,
    cannedReplies: cannedReplies.service,
    labels: labels.service,
    media: media.service,
  });
  const search = createSearchModule({ ...shared, contacts: contacts.service, conversations });
  hooks.contactsBlocked.add((ctx, contactIds) => conversations.service.resolveOf(ctx, contactIds));
  return {
    modules: {
      labels,
      notifications,
      push,
      conversations,
      presence,
      autoResolve,
      messages,
      assignment,
      views,
      cannedReplies,
      macros,
      search,
    },
  };
}

export type Inbox = ReturnType<typeof composeInbox>;
