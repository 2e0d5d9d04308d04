/**
 * A platform's time to ISO. Unreadable or not after 1970: the time of receipt; in the future: clamped to it, so that no
 * clock but ours can open a window ahead of time (channel-protocols.md 1.5).
 */
export function instantOf(epochMs: number | undefined, receivedAt: Date): string {
  const ms = epochMs ?? Number.NaN;
  return (ms > 0 && ms < receivedAt.getTime() ? new Date(ms) : receivedAt).toISOString();
}
