import {
  ArrowRightLeft,
  BellRing,
  Bot,
  BotOff,
  CalendarClock,
  CircleUser,
  Clock,
  FormInput,
  GitBranch,
  Globe,
  Hand,
  Handshake,
  Hourglass,
  KeyRound,
  LayoutTemplate,
  type LucideIcon,
  Megaphone,
  MessageCircle,
  MessageCircleReply,
  MessageSquarePlus,
  OctagonX,
  Package,
  PackageCheck,
  Pencil,
  Play,
  Signal,
  Star,
  StickyNote,
  Tag,
  Tags,
  Ticket,
  TicketCheck,
  TimerReset,
  UserPlus,
  UserRoundCheck,
  Webhook,
  Workflow,
} from "lucide-react";
import type { StepType, TriggerType } from "../model/model.ts";

/** trigger: ink; message: accent; wait: amber; branch: blue; bot: violet; plain: the rest. */
export type NodeTone = "trigger" | "message" | "wait" | "branch" | "bot" | "plain";
interface Look {
  Icon: LucideIcon;
  tone: NodeTone;
}

const steps: Readonly<Record<StepType, readonly [LucideIcon, NodeTone]>> = {
  send_message: [MessageCircle, "message"],
  send_template: [LayoutTemplate, "message"],
  add_tag: [Tag, "plain"],
  remove_tag: [Tag, "plain"],
  set_field: [Pencil, "plain"],
  assign: [CircleUser, "plain"],
  set_status: [ArrowRightLeft, "plain"],
  snooze: [Clock, "wait"],
  set_priority: [Signal, "plain"],
  add_label: [Tags, "plain"],
  remove_label: [Tags, "plain"],
  add_note: [StickyNote, "plain"],
  create_ticket: [Ticket, "branch"],
  update_ticket: [TicketCheck, "branch"],
  create_deal: [Handshake, "branch"],
  move_deal: [Handshake, "branch"],
  notify: [BellRing, "plain"],
  wait: [Hourglass, "wait"],
  wait_for_reply: [MessageCircleReply, "wait"],
  branch: [GitBranch, "branch"],
  start_flow: [Workflow, "plain"],
  http_request: [Globe, "plain"],
  emit_webhook: [Webhook, "plain"],
  start_chatbot: [Bot, "bot"],
  stop_chatbot: [BotOff, "bot"],
  hand_over: [UserRoundCheck, "message"],
  stop: [OctagonX, "plain"],
};
const triggers: Readonly<Record<TriggerType, LucideIcon>> = {
  "message.received": MessageCircle,
  "message.keyword": KeyRound,
  "conversation.created": MessageSquarePlus,
  "conversation.status_changed": ArrowRightLeft,
  "conversation.assigned": CircleUser,
  "contact.created": UserPlus,
  "contact.tag_added": Tag,
  "contact.tag_removed": Tag,
  "contact.field_changed": Pencil,
  "deal.stage_changed": Handshake,
  "ticket.created": Ticket,
  "ticket.status_changed": TicketCheck,
  "handover.requested": Hand,
  "order.created": Package,
  "order.status_changed": PackageCheck,
  "csat.answered": Star,
  "broadcast.replied": Megaphone,
  "form.submitted": FormInput,
  "window.closing": Hourglass,
  webhook: Webhook,
  schedule: CalendarClock,
  no_reply_for: TimerReset,
  manual: Play,
};

export function nodeIcon(type: string): Look {
  const [Icon, tone] = Object.hasOwn(steps, type) ? steps[type as StepType] : ([Workflow, "plain"] as const);
  return { Icon, tone };
}
export const triggerIcon = (type: string): LucideIcon => (Object.hasOwn(triggers, type) ? triggers[type as TriggerType] : Workflow);
