import { eventually } from "@parley/server/test/eventually.ts";
import type { Locator } from "playwright-core";

/** Waits until a field, which may be added meanwhile, shows the value. */
export async function showsValue(field: Locator, value: string): Promise<void> {
  await eventually(`${field} shows ${JSON.stringify(value)}`, async () => (await field.inputValue()) === value);
}
