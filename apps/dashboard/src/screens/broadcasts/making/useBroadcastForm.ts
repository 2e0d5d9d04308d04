import { useQuery } from "@tanstack/react-query";
import type { Broadcast, Channel, PreviewBroadcast, Template } from "@parley/sdk";
import { broadcastPreviewQuery } from "../../../api/automation/broadcasts.ts";
import { settleDraft } from "../../../api/live/settle-draft.ts";
import { channels } from "../../../api/resources.ts";
import { templatesQuery } from "../../../api/inbox/templates.ts";
import { useDraft } from "../../../api/inbox/useDraft.ts";
import { editedNames, editsSince, storedEdits, withEdit } from "../../../parts/fields/edits.ts";
import { useSettled } from "../../../parts/fields/use-typed.ts";
import { audienceOf, bodyOf, type BroadcastForm, contentOf, emptyForm, formOf, placedIn, readKept } from "./form.ts";

export const draftPlace = (id: string | undefined): string => `form/broadcast/${id ?? "new"}`;

/** The form of a new broadcast or a draft, with the server's response to it. */
export function useBroadcastForm(broadcast: Broadcast | undefined) {
  const place = draftPlace(broadcast?.id);
  const [draftText, keep] = useDraft(place);
  const saved = broadcast === undefined ? emptyForm : formOf(broadcast);
  const edits = readKept(draftText);
  const edited = editedNames(saved, edits);
  const { data: channelList } = useQuery(channels.listQuery());
  const usable = channelList?.items ?? [];
  const stored = { ...saved, ...edits };
  const connected = usable.filter(({ status }) => status === "Connected");
  // Only on a channel with templates does a broadcast reach people who have not written recently.
  const usual = connected.find(sendsTemplates) ?? connected[0];
  const given = { ...stored, channelId: stored.channelId ?? usual?.id ?? null };
  function change(patch: Partial<BroadcastForm>) {
    // The preselected channel stays the one that it is written for, even if another is connected.
    const next = withEdit(saved, edits, { channelId: given.channelId, ...patch });
    const { channelId, ...others } = next;
    const isEmpty = saved.channelId === null && channelId === usual?.id && Object.keys(others).length === 0;
    keep(storedEdits(isEmpty ? {} : next));
  }
  const channel = usable.find(({ id }) => id === given.channelId);
  const hasTemplates = channel !== undefined && sendsTemplates(channel);
  const { data: templates, error: templatesError } = useQuery({
    ...templatesQuery(given.channelId ?? ""),
    enabled: hasTemplates,
    throwOnError: false,
  });
  const template = templates?.data.find((each) => isSame(each, given.template));
  const form = template === undefined ? given : placedIn(template, given);
  const content = channel === undefined ? null : contentOf(form, hasTemplates, template);
  const body = bodyOf(form, content);

  const audience = audienceOf(form);
  const wanted: PreviewBroadcast | null =
    form.channelId === null || audience === null
      ? null
      : {
          channelId: form.channelId,
          targetAudience: audience,
          sendRatePerMinute: form.rate,
          quietHours: form.quiet,
          scheduledAt: form.at,
        };
  const question = wanted === null ? "" : JSON.stringify(wanted);
  const settled = useSettled(question);
  const preview = useQuery({
    ...broadcastPreviewQuery(settled === "" ? { channelId: "", targetAudience: {} } : (JSON.parse(settled) as PreviewBroadcast)),
    enabled: settled !== "",
    throwOnError: false,
  });
  return {
    form,
    change,
    isKept: edited.length > 0,
    /** It was saved as this broadcast: `next` stays unsaved, or what was typed meanwhile. */
    settle: (id: string, next: string) =>
      settleDraft(place, {
        ...{ submitted: draftText, next, to: draftPlace(id) },
        typedSince: (now) => storedEdits({ ...readKept(next), ...editsSince(saved, edits, readKept(now)) }),
      }),
    /** The fields that were changed; the channel also when the broadcast's own is gone. */
    edited: [...edited, ...(form.channelId === saved.channelId ? [] : (["channelId"] as const))],
    channels: usable,
    channel,
    hasTemplates,
    templates: templates?.data,
    templatesError,
    template,
    content,
    body,
    preview: settled === "" || wanted === null ? null : preview,
    /** Whether the numbers belong to this audience, not the previous one. */
    isCounted: settled === question && !preview.isPlaceholderData,
  };
}

export type BroadcastFormState = ReturnType<typeof useBroadcastForm>;

export const sendsTemplates = ({ capabilities }: Pick<Channel, "capabilities">): boolean => capabilities.types.includes("template");

const isSame = (each: Template, chosen: BroadcastForm["template"]) => each.name === chosen?.name && each.language === chosen.language;
