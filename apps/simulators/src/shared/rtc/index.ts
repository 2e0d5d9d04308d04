export { loudness } from "./g711.ts";
export { createHearing, type Hearing } from "./hearing.ts";
export { createMouth, type Mouth } from "./mouth.ts";
export { BadOffer, frameBytes, frameMs, openPeer, type Peer } from "./peer.ts";
