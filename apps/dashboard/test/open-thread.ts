import type { StagePage } from "./stage.ts";

/** Opens the conversation whose row contains `text`, and waits until its messages do too. Returns its id. */
export async function openThread(page: StagePage, text: string): Promise<string> {
  await page.getByRole("row", { name: new RegExp(text) }).click();
  await page.getByRole("log").getByText(text).waitFor();
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}
