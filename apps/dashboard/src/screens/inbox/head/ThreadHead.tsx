import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { AlarmClock, AlarmClockOff, Check, ChevronLeft, RotateCcw, UserRoundCheck } from "lucide-react";
import { memo, useState } from "react";
import type { Conversation } from "@parley/sdk";
import { channels as channelResource } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useConversationActions } from "../../../api/inbox/useConversationActions.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { ChannelGlyph } from "../../../parts/ChannelGlyph.tsx";
import { contactName } from "../../../parts/contact-name.ts";
import { dayAndTime } from "../../../i18n/day-and-time.ts";
import { PresenceFaces } from "../../../parts/PresenceFaces.tsx";
import { SlaPill } from "../../../parts/SlaPill.tsx";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { useNarrow } from "../../../ui/lib/useNarrow.ts";
import { Menu, MenuItem, SubMenu } from "../../../ui/overlays/Menu.tsx";
import { AssignItems, AssignMenu } from "./AssignMenu.tsx";
import { MoreMenu } from "./MoreMenu.tsx";
import { PendingStrip } from "./PendingStrip.tsx";
import { snoozeChoices } from "./snooze.ts";

/** The customer, the channel, the assignee, and the actions. */
export const ThreadHead = memo(function ThreadHead({ conversation, onNext }: { conversation: Conversation; onNext(): void }) {
  const { t, format } = useI18n();
  const view = useParams({ strict: false, select: (params) => params.view ?? "" });
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: channelList } = useQuery({ ...channelResource.listQuery(), throwOnError: false });
  const { change } = useConversationActions();
  const [snoozing, setSnoozing] = useState(false);
  const narrow = useNarrow();
  const mayWrite = can(me, "conversations:write");
  const resolved = conversation.status === "resolved";
  // The chatbot's conversations are taken over instead.
  const asleep = conversation.status === "pending" && conversation.pendingReason !== "bot";
  // Otherwise the menu would open by itself when the customer writes again.
  if (resolved && snoozing) setSnoozing(false);
  const channel = channelList?.items.find(({ id }) => id === conversation.channelId);

  async function apply(patch: Parameters<typeof change>[1], done: string) {
    const { changed, undo } = await change(conversation.id, patch);
    if (changed.length === 0) return;
    toast.show({
      ...{ id: "undo", text: done, tone: "ok" },
      ...(undo === null ? {} : { action: { label: t("common.undo"), keys: "mod+z", run: () => void undo() } }),
    });
  }
  const resolve = () => apply({ status: "resolved" }, t("inbox.resolved"));
  const reopen = () => apply({ status: "open" }, t("inbox.reopened"));
  const snooze = (until: Date) =>
    apply({ status: "pending", snoozedUntil: until.toISOString() }, t("inbox.snoozedUntil", { when: format.when(until.toISOString()) }));

  useActions(
    mayWrite
      ? [
          {
            // The action on checked conversations takes precedence.
            ...{ id: "conversation.resolve", group: "shell.inbox", icon: Check, keys: "e", givesWay: true },
            label: resolved ? "inbox.reopen" : "inbox.resolve",
            run: () => void (resolved ? reopen() : resolve()),
          },
          {
            ...{ id: "conversation.resolveNext", label: "inbox.resolveNext", group: "shell.inbox", icon: Check, keys: "shift+e" },
            enabled: !resolved,
            run: () => {
              onNext();
              void resolve();
            },
          },
          {
            ...{ id: "conversation.snooze", label: "inbox.snooze", group: "shell.inbox", icon: AlarmClock, keys: "s" },
            enabled: !resolved,
            run: () => setSnoozing(true),
          },
          {
            ...{ id: "conversation.openNow", label: "inbox.openNow", group: "shell.inbox", icon: AlarmClockOff },
            enabled: asleep,
            run: () => void reopen(),
          },
        ]
      : [],
  );

  const verb = t(resolved ? "inbox.reopen" : "inbox.resolve");
  const snoozeItems = <SnoozeItems onChoose={(at) => void snooze(at)} />;

  return (
    <>
      <header className="head">
        <Link
          className="btn ghost icon-only small only-phone -ms-2"
          to="/inbox/$view"
          params={{ view }}
          search
          aria-label={t("inbox.toList")}
        >
          <ChevronLeft className="icon icon-18 flip" aria-hidden />
        </Link>
        <div className="thread-who">
          <h2 className="cut text-14">
            <bdi>{contactName(conversation.contact, t("contact.unnamed"))}</bdi>
          </h2>
          <span className="crumb cut text-12">
            <ChannelGlyph kind={conversation.channelKind} />
            <span className="cut only-desktop">
              <bdi>{channel?.name}</bdi>
            </span>
          </span>
          {/* If the panel is open, it shows this. */}
          <span className="without-panel">
            <SlaPill sla={conversation.sla} />
          </span>
        </div>
        <span className="ms-auto flex items-center gap-1">
          <PresenceFaces conversationId={conversation.id} size={20} />
          {mayWrite && (
            <>
              <AssignMenu conversation={conversation} onApply={apply} />
              {!resolved && (
                <Menu
                  label={t("inbox.snooze")}
                  isOpen={snoozing}
                  onOpenChange={setSnoozing}
                  trigger={
                    <Button
                      icon={AlarmClock}
                      label={t("inbox.snooze")}
                      keys="s"
                      hideKeys
                      variant="ghost"
                      size="small"
                      className="phone-anchor"
                    />
                  }
                >
                  {snoozeItems}
                </Menu>
              )}
              <MoreMenu conversation={conversation} onApply={apply}>
                {narrow && (
                  <>
                    <SubMenu label={t("inbox.assign")} icon={UserRoundCheck}>
                      <AssignItems onApply={apply} />
                    </SubMenu>
                    {!resolved && (
                      <SubMenu label={t("inbox.snooze")} icon={AlarmClock}>
                        {snoozeItems}
                      </SubMenu>
                    )}
                  </>
                )}
              </MoreMenu>
              <Button
                variant="primary"
                size="small"
                icon={resolved ? RotateCcw : Check}
                keys="e"
                onPress={() => void (resolved ? reopen() : resolve())}
              >
                <span className="thread-verb">{verb}</span>
              </Button>
            </>
          )}
        </span>
      </header>
      {asleep && <PendingStrip conversation={conversation} onOpen={mayWrite ? () => void reopen() : null} />}
    </>
  );
});

function SnoozeItems({ onChoose }: { onChoose(at: Date): void }) {
  const { t, format } = useI18n();
  return snoozeChoices(new Date()).map(({ id, at }) => (
    <MenuItem key={id} id={id} description={dayAndTime(format, at.toISOString())} onAction={() => onChoose(at)}>
      {t(`snooze.${id}`)}
    </MenuItem>
  ));
}
