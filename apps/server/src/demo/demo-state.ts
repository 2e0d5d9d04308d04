import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DemoAccount, DemoKind, DemoRandom } from "./kinds/index.ts";
import type { DemoVoice } from "./voice.ts";

/**
 * What the demo keeps between starts. Only its owner can read the file, because it contains a key that is shown only
 * once.
 */
export interface DemoState {
  /** By kind as in paths: `chat-app`. */
  accounts: Record<string, DemoAccount>;
  /** How far the demo's time is ahead of real time. */
  clockOffsetMs: number;
  /** Set by the first start, after everything else. */
  tenant?: { id: string; email: string; password: string; key: string; channels: Record<string, string>; voice?: DemoVoice };
}

const random: DemoRandom = {
  digits: (count) => Array.from(randomBytes(count), (byte) => byte % 10).join(""),
  hex: (bytes) => randomBytes(bytes).toString("hex"),
  text: (bytes) => randomBytes(bytes).toString("base64url"),
};

const fileOf = (dataDir: string) => join(dataDir, "demo.json");

/** The stored state; each kind without an account gets a new one. */
export async function readDemoState(dataDir: string, kinds: readonly DemoKind[]): Promise<DemoState> {
  const state = (await readStored(dataDir)) ?? { accounts: {}, clockOffsetMs: 0 };
  const missing = kinds.filter(({ kind }) => state.accounts[kind] === undefined);
  for (const kind of missing) state.accounts[kind.kind] = kind.newAccount(random);
  if (missing.length > 0) await writeDemoState(dataDir, state);
  return state;
}

async function readStored(dataDir: string): Promise<DemoState | null> {
  try {
    const stored = JSON.parse(await readFile(fileOf(dataDir), "utf8")) as DemoState | FirstDemoState;
    return isFirst(stored) ? fromFirst(stored) : stored;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return null;
  }
}

/** As release 1.0.0 wrote it, with one account of one kind. */
interface FirstDemoState {
  phoneNumberId: string;
  tenant?: { id: string; email: string; password: string; key: string; channelId: string | null };
}

const isFirst = (stored: DemoState | FirstDemoState): stored is FirstDemoState => "phoneNumberId" in stored;

function fromFirst({ tenant, ...account }: FirstDemoState): DemoState {
  const state: DemoState = { accounts: { "chat-app": account }, clockOffsetMs: 0 };
  if (tenant === undefined) return state;
  const { channelId, ...kept } = tenant;
  return { ...state, tenant: { ...kept, channels: channelId === null ? {} : { "chat-app": channelId } } };
}

export async function writeDemoState(dataDir: string, state: DemoState): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const draft = `${fileOf(dataDir)}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, fileOf(dataDir));
}
