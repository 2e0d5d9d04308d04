/** The parts of the settings, in order. */
import type { Scope } from "@parley/sdk";
import {
  Bell,
  Building2,
  Clock,
  FolderTree,
  CreditCard,
  Handshake,
  Keyboard,
  ListPlus,
  KeyRound,
  Lock,
  Network,
  Palette,
  Shield,
  Shuffle,
  SquareKanban,
  Sparkles,
  Star,
  Tag,
  Tags,
  TextCursorInput,
  Timer,
  UserRound,
  Users,
  WandSparkles,
  Zap,
  ScrollText,
} from "lucide-react";
import { lazy } from "react";
import type { FramedPart } from "../../parts/PartsFrame.tsx";

export interface SettingsPart extends FramedPart {
  /** Absent for people without it. */
  scope: Scope | null;
  /** Concerns the person themselves: absent while they act in a client. */
  isPersonal?: true;
}

export const settingsParts: readonly SettingsPart[] = [
  {
    ...{ id: "profile", label: "settings.profile", group: "settings.you", icon: UserRound, scope: null, isPersonal: true },
    Page: lazy(async () => ({ default: (await import("./you/ProfilePart.tsx")).ProfilePart })),
  },
  {
    ...{ id: "security", label: "settings.security", group: "settings.you", icon: Shield, scope: null, isPersonal: true },
    Page: lazy(async () => ({ default: (await import("./you/SecurityPart.tsx")).SecurityPart })),
  },
  {
    ...{ id: "notifications", label: "notifications.title", group: "settings.you", icon: Bell, scope: null, isPersonal: true },
    Page: lazy(async () => ({ default: (await import("./you/NotificationsPart.tsx")).NotificationsPart })),
  },
  {
    ...{ id: "appearance", label: "settings.appearance", group: "settings.you", icon: Palette, scope: null },
    Page: lazy(async () => ({ default: (await import("./you/AppearancePart.tsx")).AppearancePart })),
  },
  {
    ...{ id: "shortcuts", label: "settings.shortcuts", group: "settings.you", icon: Keyboard, scope: null },
    Page: lazy(async () => ({ default: (await import("./you/ShortcutsPart.tsx")).ShortcutsPart })),
  },
  {
    ...{ id: "general", label: "settings.general", group: "settings.workspace", icon: Building2, scope: "organization:read" },
    Page: lazy(async () => ({ default: (await import("./workspace/GeneralPart.tsx")).GeneralPart })),
  },
  {
    ...{ id: "team", label: "settings.team", group: "settings.workspace", icon: Users, scope: "agents:read" },
    Page: lazy(async () => ({ default: (await import("./team/TeamPart.tsx")).TeamPart })),
  },
  {
    ...{ id: "divisions", label: "settings.divisions", group: "settings.workspace", icon: Network, scope: "divisions:read" },
    Page: lazy(async () => ({ default: (await import("./team/DivisionsPart.tsx")).DivisionsPart })),
  },
  {
    ...{ id: "assignment", label: "settings.assignment", group: "settings.workspace", icon: Shuffle, scope: "agents:write" },
    Page: lazy(async () => ({ default: (await import("./team/AssignmentPart.tsx")).AssignmentPart })),
  },
  {
    ...{ id: "business-hours", label: "settings.hours", group: "settings.workspace", icon: Clock, scope: "agents:write" },
    Page: lazy(async () => ({ default: (await import("./team/HoursPart.tsx")).HoursPart })),
  },
  {
    ...{ id: "service-levels", label: "settings.sla", group: "settings.workspace", icon: Timer, scope: "agents:read" },
    Page: lazy(async () => ({ default: (await import("./team/SlaPart.tsx")).SlaPart })),
  },
  {
    ...{ id: "ai-keys", label: "settings.aiKeys", group: "settings.workspace", icon: KeyRound, scope: "ai:read" },
    Page: lazy(async () => ({ default: (await import("./workspace/ai-keys/AiKeysPart.tsx")).AiKeysPart })),
  },
  {
    ...{ id: "agent-assist", label: "settings.agentAssist", group: "settings.workspace", icon: Sparkles, scope: "agents:write" },
    Page: lazy(async () => ({ default: (await import("./workspace/ai-keys/AssistPart.tsx")).AssistPart })),
  },
  {
    ...{ id: "labels", label: "settings.labels", group: "settings.inbox", icon: Tag, scope: "labels:read" },
    Page: lazy(async () => ({ default: (await import("./inbox/LabelsPart.tsx")).LabelsPart })),
  },
  {
    ...{ id: "canned-replies", label: "canned.title", group: "settings.inbox", icon: Zap, scope: "conversations:read" },
    Page: lazy(async () => ({ default: (await import("./inbox/CannedRepliesPart.tsx")).CannedRepliesPart })),
  },
  {
    ...{ id: "macros", label: "settings.macros", group: "settings.inbox", icon: WandSparkles, scope: "conversations:read" },
    Page: lazy(async () => ({ default: (await import("./inbox/MacrosPart.tsx")).MacrosPart })),
  },
  {
    ...{ id: "fields", label: "settings.fields", group: "settings.inbox", icon: TextCursorInput, scope: "contacts:read" },
    Page: lazy(async () => ({ default: (await import("./inbox/FieldsPart.tsx")).FieldsPart })),
  },
  {
    ...{ id: "tags", label: "settings.tags", group: "settings.inbox", icon: Tags, scope: "contacts:read" },
    Page: lazy(async () => ({ default: (await import("./contacts/TagsPart.tsx")).TagsPart })),
  },
  {
    ...{ id: "satisfaction", label: "settings.satisfaction", group: "settings.inbox", icon: Star, scope: "agents:read" },
    Page: lazy(async () => ({ default: (await import("./inbox/satisfaction/SatisfactionPart.tsx")).SatisfactionPart })),
  },
  {
    ...{ id: "ticket-categories", label: "settings.ticketCategories", group: "settings.tickets", icon: FolderTree, scope: "tickets:read" },
    Page: lazy(async () => ({ default: (await import("./tickets/TicketCategoriesPart.tsx")).TicketCategoriesPart })),
  },
  {
    ...{ id: "ticket-fields", label: "settings.ticketFields", group: "settings.tickets", icon: ListPlus, scope: "tickets:read" },
    Page: lazy(async () => ({ default: (await import("./tickets/TicketFieldsPart.tsx")).TicketFieldsPart })),
  },
  {
    ...{ id: "pipelines", label: "settings.pipelines", group: "settings.sales", icon: SquareKanban, scope: "pipeline:read" },
    Page: lazy(async () => ({ default: (await import("./pipelines/PipelinesPart.tsx")).PipelinesPart })),
  },
  {
    ...{ id: "billing", label: "settings.billing", group: "settings.account", icon: CreditCard, scope: "billing:read" },
    Page: lazy(async () => ({ default: (await import("./billing/BillingPart.tsx")).BillingPart })),
  },
  {
    ...{ id: "agency-access", label: "grants.title", group: "settings.account", icon: Handshake, scope: "organization:read" },
    Page: lazy(async () => ({ default: (await import("./account/AgencyAccessPart.tsx")).AgencyAccessPart })),
  },
  {
    ...{ id: "privacy", label: "settings.privacy", group: "settings.account", icon: Lock, scope: "organization:read" },
    Page: lazy(async () => ({ default: (await import("./account/PrivacyPart.tsx")).PrivacyPart })),
  },
  {
    ...{ id: "audit-log", label: "settings.auditLog", group: "settings.account", icon: ScrollText, scope: "organization:read" },
    Page: lazy(async () => ({ default: (await import("./account/AuditLogPart.tsx")).AuditLogPart })),
  },
];
