import { MediaStreamTrack, RTCPeerConnection, RtpHeader, RtpPacket, usePCMU } from "werift";

export const frameMs = 20;
export const frameBytes = 160;
const payloadType = 0;
const loopback = "127.0.0.1";

/** One end of a call: audio in both directions by WebRTC, as G.711, which every browser offers and which needs no codec. */
export interface Peer {
  offer(): Promise<string>;
  /** Throws `BadOffer`. */
  answer(offer: string): Promise<string>;
  accept(answer: string): Promise<void>;
  /** One frame of 20 ms. */
  send(frame: Buffer): void;
  /** Resolves when media can flow. */
  connected: Promise<void>;
  /** Resolves when either end has left. */
  closed: Promise<void>;
  close(): Promise<void>;
}

export class BadOffer extends Error {}

/** @param hear gets the payload of each packet that arrives */
export function openPeer(hear: (sound: Buffer) => void): Peer {
  const connection = new RTCPeerConnection({
    codecs: { audio: [usePCMU()], video: [] },
    headerExtensions: { audio: [], video: [] },
    iceServers: [],
    iceUseIpv6: false,
    iceAdditionalHostAddresses: [loopback],
    // It binds only to this address. A browser can reach it from any of this machine's addresses.
    iceInterfaceAddresses: { udp4: loopback },
  });
  const track = new MediaStreamTrack({ kind: "audio" });
  let sequenceNumber = Math.floor(Math.random() * 0x8000);
  let timestamp = Math.floor(Math.random() * 0x8000_0000);
  let isConnected = false;
  let left: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => (left = resolve));

  connection.onTrack.subscribe((remote) => {
    remote.onReceiveRtp.subscribe(({ header, payload }) => {
      if (header.payloadType === payloadType) hear(payload);
    });
  });
  const connected = new Promise<void>((resolve) => {
    connection.connectionStateChange.subscribe((state) => {
      if (state === "connected") {
        isConnected = true;
        resolve();
      }
      if (state === "closed" || state === "failed" || state === "disconnected") left();
    });
  });

  return {
    connected,
    closed,
    async offer() {
      connection.addTransceiver(track, { direction: "sendrecv" });
      await connection.setLocalDescription(await connection.createOffer());
      return described(connection);
    },
    async answer(offer) {
      if (!/^m=audio \d+ \S+(?: \d+)*? 0(?: |\r?$)/m.test(offer)) throw new BadOffer("the offer has no audio as PCMU");
      if (!/^a=fingerprint:/m.test(offer) || !/^a=ice-ufrag:/m.test(offer)) throw new BadOffer("the offer has no transport");
      try {
        await connection.setRemoteDescription({ type: "offer", sdp: offer });
      } catch (error) {
        throw new BadOffer(`the offer cannot be read: ${String(error)}`);
      }
      const transceiver = connection.getTransceivers().find(({ kind, rejected }) => kind === "audio" && !rejected);
      if (transceiver === undefined) throw new BadOffer("the offer has no audio that is accepted");
      transceiver.setDirection("sendrecv");
      await transceiver.sender.replaceTrack(track);
      await connection.setLocalDescription(await connection.createAnswer());
      return described(connection);
    },
    accept: (answer) => connection.setRemoteDescription({ type: "answer", sdp: answer }),
    send(frame) {
      if (!isConnected) return;
      sequenceNumber = (sequenceNumber + 1) & 0xffff;
      timestamp = (timestamp + frameBytes) >>> 0;
      track.writeRtp(new RtpPacket(new RtpHeader({ payloadType, sequenceNumber, timestamp }), frame));
    },
    async close() {
      isConnected = false;
      left();
      await connection.close();
    },
  };
}

function described(connection: RTCPeerConnection): string {
  const sdp = connection.localDescription?.sdp;
  if (sdp === undefined) throw new Error("a session without a description");
  return sdp;
}
