/** The parts of the administration, in order. */
import {
  Activity,
  AppWindow,
  Building2,
  CreditCard,
  Eraser,
  HeartPulse,
  Layers,
  PackageOpen,
  Receipt,
  Repeat,
  ScrollText,
  Tags,
  Users,
  Wallet,
  Webhook,
} from "lucide-react";
import { lazy } from "react";
import type { FramedPart } from "../../parts/PartsFrame.tsx";

export const adminParts: readonly FramedPart[] = [
  {
    ...{ id: "overview", label: "admin.overview", group: "admin.group.installation", icon: Activity },
    Page: lazy(async () => ({ default: (await import("./system/OverviewPart.tsx")).OverviewPart })),
  },
  {
    ...{ id: "health", label: "admin.health", group: "admin.group.installation", icon: HeartPulse },
    Page: lazy(async () => ({ default: (await import("./system/HealthPart.tsx")).HealthPart })),
  },
  {
    ...{ id: "organizations", label: "admin.organizations", group: "admin.group.who", icon: Building2 },
    Page: lazy(async () => ({ default: (await import("./organizations/OrganizationsPart.tsx")).OrganizationsPart })),
  },
  {
    ...{ id: "people", label: "admin.people", group: "admin.group.who", icon: Users },
    Page: lazy(async () => ({ default: (await import("./people/PeoplePart.tsx")).PeoplePart })),
  },
  {
    ...{ id: "balances", label: "admin.balances", group: "admin.group.money", icon: Wallet },
    Page: lazy(async () => ({ default: (await import("./money/BalancesPart.tsx")).BalancesPart })),
  },
  {
    ...{ id: "apps", label: "admin.apps", group: "admin.group.money", icon: AppWindow },
    Page: lazy(async () => ({ default: (await import("./money/AppsPart.tsx")).AppsPart })),
  },
  {
    ...{ id: "subscriptions", label: "admin.subscriptions", group: "admin.group.money", icon: Repeat },
    Page: lazy(async () => ({ default: (await import("./money/SubscriptionsPart.tsx")).SubscriptionsPart })),
  },
  {
    ...{ id: "prices", label: "billing.prices", group: "admin.group.money", icon: Tags },
    Page: lazy(async () => ({ default: (await import("./money/PricesPart.tsx")).PricesPart })),
  },
  {
    ...{ id: "payment-requests", label: "admin.payments", group: "admin.group.money", icon: Receipt },
    Page: lazy(async () => ({ default: (await import("./money/PaymentRequestsPart.tsx")).PaymentRequestsPart })),
  },
  {
    ...{ id: "gateway", label: "admin.gateway", group: "admin.group.money", icon: CreditCard },
    Page: lazy(async () => ({ default: (await import("./money/GatewayPart.tsx")).GatewayPart })),
  },
  {
    ...{ id: "queues", label: "admin.queues", group: "admin.group.work", icon: Layers },
    Page: lazy(async () => ({ default: (await import("./system/QueuesPart.tsx")).QueuesPart })),
  },
  {
    ...{ id: "webhook-events", label: "admin.webhookEvents", group: "admin.group.work", icon: Webhook },
    Page: lazy(async () => ({ default: (await import("./system/WebhookEventsPart.tsx")).WebhookEventsPart })),
  },
  {
    ...{ id: "erasures", label: "admin.erasures", group: "admin.group.work", icon: Eraser },
    Page: lazy(async () => ({ default: (await import("./system/ErasuresPart.tsx")).ErasuresPart })),
  },
  {
    ...{ id: "exports", label: "admin.exports", group: "admin.group.work", icon: PackageOpen },
    Page: lazy(async () => ({ default: (await import("./system/ExportsPart.tsx")).ExportsPart })),
  },
  {
    ...{ id: "audit-log", label: "settings.auditLog", group: "admin.group.work", icon: ScrollText },
    Page: lazy(async () => ({ default: (await import("./system/AuditPart.tsx")).AuditPart })),
  },
];
