/** What the person sees of a reply that the server put into another conversation than the one in which they typed it. */
import type { QueryClient } from "@tanstack/react-query";
import { cachedConversation, conversationQuery, sendOptionsQuery } from "../../api/inbox/conversations.ts";
import { putMessage, threadQuery } from "../../api/inbox/messages.ts";
import type { MovedReply } from "../../api/notifications/notices.ts";
import type { I18n } from "../../i18n/i18n.tsx";
import { contactName } from "../../parts/contact-name.ts";
import { expectMove } from "../../parts/continued-typing.ts";
import type { createDashboardRouter } from "../../router.tsx";
import { toast } from "../toast.ts";

export interface Page extends Pick<I18n, "t"> {
  router: ReturnType<typeof createDashboardRouter>;
}

const path = "/inbox/$view/$conversationId";
const inboxPath = /^\/inbox\/(?<view>[^/]+)\/(?<id>[^/]+)$/;

/** Goes to the other conversation if the person is still where they typed it, and says so; otherwise a toast leads there. */
export async function followReply({ from, message }: MovedReply, { router, t }: Page): Promise<void> {
  const client = router.options.context.queryClient;
  const to = message.conversationId;
  // The latest: the person may be on the way to another screen.
  const shown = () => inboxPath.exec(router.latestLocation.pathname)?.groups;
  const isHere = () => shown()?.["id"] === from && !isCovered() && !hasBegun();
  const id = `moved to ${to}`;
  if (isHere() && (await load(client, message)) && isHere()) {
    expectMove({ from, to, newestId: message.id });
    await router.navigate({ to: path, params: { view: shown()?.["view"] ?? "all", conversationId: to }, search: true });
    // A screen reader announces it; otherwise nothing says that another conversation is shown.
    toast.show({ id, text: t("composer.moved.here") });
    return;
  }
  if (shown()?.["id"] === to) return;
  const { contact } = cachedConversation(client, from) ?? (await client.ensureQueryData(conversationQuery(to)));
  toast.show({
    id,
    text: t("composer.moved", { name: contactName(contact, t("contact.unnamed")) }),
    // The person may be in another tab or window.
    stays: true,
    action: {
      label: t("composer.moved.open"),
      run: () => void router.navigate({ to: path, params: { view: "all", conversationId: to } }),
    },
  });
}

/** Behind a dialog or a menu, which would be lost. */
function isCovered(): boolean {
  return document.getElementById("content")?.closest("[inert], [aria-hidden=true]") != null;
}

/** Something besides the text was begun in the composer, such as a recording, and would be lost with it. */
function hasBegun(): boolean {
  return document.querySelector(".composer [data-begun]") !== null;
}

/** Loads the other conversation, so that it replaces the shown one at once. False if that fails; then the conversation shows why. */
async function load(client: QueryClient, message: MovedReply["message"]): Promise<boolean> {
  const { conversationId } = message;
  const [conversation, thread] = await Promise.allSettled([
    client.ensureQueryData(conversationQuery(conversationId)),
    client.ensureQueryData(threadQuery(conversationId)),
    client.ensureQueryData(sendOptionsQuery(conversationId)),
  ]);
  putMessage(client, message);
  return conversation.status === "fulfilled" && thread.status === "fulfilled";
}
