import { eventually } from "@parley/server/test/eventually.ts";
import type { Locator } from "playwright-core";

/** Waits until a field, which may be added meanwhile, shows the value. */
export async function showsValue(field: Locator, value: string): Promise<void> {
  let shown: string | undefined;
  const shows = async () => {
    shown = await field.inputValue();
    return shown === value;
  };
  await eventually(`${field} shows ${JSON.stringify(value)}`, shows).catch((error: unknown) => {
    throw new Error(`it shows ${JSON.stringify(shown)}`, { cause: error });
  });
}
