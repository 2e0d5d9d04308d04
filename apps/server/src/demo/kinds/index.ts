import { chatApp } from "./chat-app.ts";
import { photoSocial } from "./photo-social.ts";
import { shortVideo } from "./short-video.ts";
import type { DemoKind } from "./types.ts";

export type { DemoAccount, DemoKind, DemoRandom } from "./types.ts";

/** One line per kind of channel that the demo simulates; the first one is used for the proof. */
export const demoKinds: readonly [DemoKind, ...DemoKind[]] = [chatApp, photoSocial, shortVideo];
