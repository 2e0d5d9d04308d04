import { Check, Hourglass, Radio } from "lucide-react";
import { Avatar } from "../Avatar.tsx";
import { Button } from "../Button.tsx";
import { CodeBox } from "../CodeBox.tsx";
import { CopyText } from "../CopyText.tsx";
import { Chip, type Hue, Label, Tag } from "../Chip.tsx";
import { EmptyState } from "../feedback/EmptyState.tsx";
import { KeyCap } from "../KeyCap.tsx";
import { KeyRows } from "../KeyRows.tsx";
import { Notice } from "../feedback/Notice.tsx";
import { PartError } from "../feedback/PartError.tsx";
import { Meter, MeterParts, Progress } from "../feedback/Progress.tsx";
import { SecretOnce } from "../SecretOnce.tsx";
import { Skeleton, SkeletonRows } from "../feedback/Skeleton.tsx";
import { Stat } from "../Stat.tsx";
import { StatusDot } from "../feedback/StatusDot.tsx";
import { Group, Line } from "./Group.tsx";

const hues: readonly Hue[] = [1, 2, 3, 4, 5, 6, 7, 8];
const names = ["Ines Calloway", "Bima Santika", "Cher", "مريم حداد", "山田太郎", "😀", "Örjan von Berg", "o'neil & sons"];

export function ShownPart() {
  return (
    <>
      <Group title="Chip, Label, Tag">
        <Line>
          {(["plain", "ok", "warn", "bad", "info", "accent", "bot", "line"] as const).map((tone) => (
            <Chip key={tone} tone={tone}>
              {tone}
            </Chip>
          ))}
          <Chip tone="warn" icon={Hourglass}>
            2 h 10 m
          </Chip>
          <Chip size="large" tone="ok" icon={Check}>
            met
          </Chip>
        </Line>
        <Line>
          {hues.map((hue) => (
            <Chip key={hue} hue={hue}>
              hue {hue}
            </Chip>
          ))}
        </Line>
        <Line>
          {hues.map((hue) => (
            <Label key={hue} hue={hue}>
              Label {hue}
            </Label>
          ))}
        </Line>
        <Line>
          <Tag>vip</Tag>
          <Tag removeLabel="Remove wholesale" onRemove={() => undefined}>
            wholesale
          </Tag>
        </Line>
      </Group>
      <Group title="Avatar, StatusDot, KeyCap">
        <Line>
          {names.map((name) => (
            <Avatar key={name} id={name} name={name} size={32} />
          ))}
          <Avatar id="nobody" name={null} size={32} />
        </Line>
        <Line>
          {([16, 18, 20, 24, 32, 36, 44, 56] as const).map((size) => (
            <Avatar
              key={size}
              id={`c${size}`}
              name="Teo Varga"
              size={size}
              squared={size === 44}
              {...(size > 20 ? { presence: "away" } : {})}
            />
          ))}
          <Avatar id="image" name="With a picture" size={36} imageUrl="/favicon.svg" presence="online" />
          <Avatar id="broken" name="Broken picture" size={36} imageUrl="/nothing.png" presence="offline" />
        </Line>
        <Line>
          {(["plain", "ok", "warn", "bad", "info", "accent", "bot", "off"] as const).map((tone) => (
            <span key={tone} className="flex items-center gap-1.5">
              <StatusDot tone={tone} /> {tone}
            </span>
          ))}
          <StatusDot tone="ok" label="Live" />
          <KeyCap keys="mod+k" />
          <KeyCap keys="g i" />
        </Line>
      </Group>
      <Group title="Notice">
        <Notice>Clocks stand still while it is pending.</Notice>
        <Notice tone="info">Only your team sees this.</Notice>
        <Notice tone="ok">The domain is verified.</Notice>
        <Notice tone="warn" title="The window closes in 58 minutes" actions={<Button size="small">Template</Button>}>
          After that only a template can be sent.
        </Notice>
        <Notice tone="bad" title="Not sent">
          The platform is limiting this number.
        </Notice>
        <Notice tone="bot">The chatbot answers here.</Notice>
        <Notice tone="accent">A new version is there.</Notice>
      </Group>
      <Group title="EmptyState">
        <EmptyState
          icon={Radio}
          title="No channel yet"
          actions={
            <Button variant="primary" size="small">
              Connect
            </Button>
          }
          call="POST /api/v1/channels"
        >
          Connect one, or play with the demo’s phone.
        </EmptyState>
      </Group>
      <Group title="PartError">
        <PartError error={new Error("lost")} title="The deals did not come" onRetry={() => undefined} />
      </Group>
      <Group title="Skeleton">
        <Skeleton>
          <SkeletonRows rows={4} />
        </Skeleton>
      </Group>
      <Group title="Meter, Progress, Stat">
        <Meter label="Open conversations" value={12} max={20} valueText="12 of 20" />
        <Meter label="Nearly full" value={19} max={20} valueText="19 of 20" tone="warn" />
        <Progress label="Import" value={0.4} valueText="40 %" />
        <Progress label="Export" />
        <MeterParts
          label="82 % read, 12 % delivered, 2 % failed"
          parts={[
            { id: "read", share: 0.82, tone: "ok" },
            { id: "delivered", share: 0.12, tone: "mute" },
            { id: "failed", share: 0.02, tone: "bad" },
          ]}
        />
        <div className="grid grid-cols-2 gap-3">
          <Stat label="First response" value="6 m 12 s">
            of 412 conversations
          </Stat>
          <Stat label="Resolved" value="4,214" icon={Check} />
        </div>
      </Group>
      <Group title="CodeBox, CopyText, SecretOnce, KeyRows">
        <CodeBox label="What we sent" code={'{\n  "type": "message.sent"\n}'} />
        <Line>
          <CopyText text="evt_01kc7q2m4v9x3w8f2c" label="Id of the event" />
          <CopyText text="+31 20 555 0134" shown="+31 20 555 0134" />
        </Line>
        <SecretOnce title="New key: Warehouse" secret="svc_live_9Yw2k4Qz7mm3xt0LprV7c" onDone={() => undefined} autoFocus={false}>
          2 scopes · 600 a minute
        </SecretOnce>
        <KeyRows
          title="Inbox"
          rows={[
            { keys: "e", label: "Resolve" },
            { keys: "mod+enter", label: "Send and resolve" },
            { keys: "g i", label: "To the inbox" },
          ]}
        />
      </Group>
    </>
  );
}
