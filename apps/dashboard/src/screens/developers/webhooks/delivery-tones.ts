import type { Delivery, Webhook } from "@parley/sdk";
import type { ChipTone } from "../../../ui/Chip.tsx";

export const webhookTones: Readonly<Record<Webhook["status"], ChipTone>> = { active: "ok", paused: "plain", disabled: "bad" };

export const deliveryTones: Readonly<Record<Delivery["state"], ChipTone>> = {
  pending: "warn",
  delivering: "info",
  delivered: "ok",
  failed: "bad",
  skipped: "plain",
};
