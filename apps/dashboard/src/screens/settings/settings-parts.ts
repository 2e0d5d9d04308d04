/** The parts of the settings, in the order in which they are listed. */
import type { Scope } from "@parley/sdk";
import { Clock, KeyRound, type LucideIcon, Palette, Shield, Tag, UserRound, Users, Zap } from "lucide-react";
import { type ComponentType, lazy } from "react";
import type { PlainKey } from "../../i18n/catalogue.ts";

export interface SettingsPart {
  id: string;
  label: PlainKey;
  group: PlainKey;
  icon: LucideIcon;
  /** Absent for whoever lacks it. */
  scope: Scope | null;
  Page: ComponentType;
}

export const settingsParts: readonly SettingsPart[] = [
  {
    ...{ id: "profile", label: "settings.profile", group: "settings.you", icon: UserRound, scope: null },
    Page: lazy(async () => ({ default: (await import("./ProfilePart.tsx")).ProfilePart })),
  },
  {
    ...{ id: "security", label: "settings.security", group: "settings.you", icon: Shield, scope: null },
    Page: lazy(async () => ({ default: (await import("./SecurityPart.tsx")).SecurityPart })),
  },
  {
    ...{ id: "appearance", label: "settings.appearance", group: "settings.you", icon: Palette, scope: null },
    Page: lazy(async () => ({ default: (await import("./AppearancePart.tsx")).AppearancePart })),
  },
  {
    ...{ id: "team", label: "settings.team", group: "settings.workspace", icon: Users, scope: "agents:read" },
    Page: lazy(async () => ({ default: (await import("./TeamPart.tsx")).TeamPart })),
  },
  {
    ...{ id: "assignment", label: "settings.assignment", group: "settings.workspace", icon: Clock, scope: "agents:write" },
    Page: lazy(async () => ({ default: (await import("./AssignmentPart.tsx")).AssignmentPart })),
  },
  {
    ...{ id: "labels", label: "settings.labels", group: "settings.inbox", icon: Tag, scope: "labels:read" },
    Page: lazy(async () => ({ default: (await import("./LabelsPart.tsx")).LabelsPart })),
  },
  {
    ...{ id: "canned-replies", label: "canned.title", group: "settings.inbox", icon: Zap, scope: "conversations:read" },
    Page: lazy(async () => ({ default: (await import("./CannedRepliesPart.tsx")).CannedRepliesPart })),
  },
  {
    ...{ id: "audit-log", label: "settings.auditLog", group: "settings.account", icon: KeyRound, scope: "organization:read" },
    Page: lazy(async () => ({ default: (await import("./AuditLogPart.tsx")).AuditLogPart })),
  },
];
