import type { ChannelAccess } from "@parley/connector-kit";
import { textAt } from "@parley/connector-kit/read";

export function tokenOf(access: ChannelAccess): string {
  return textAt(access.config, "accessToken") ?? "";
}
