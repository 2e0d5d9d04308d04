import { Ban, Check, ChevronDown, Clock, Ellipsis, Pin, Plus, Send, Sparkles, Trash2, X } from "lucide-react";
import { useState } from "react";
import { Button, type ButtonVariant } from "../Button.tsx";
import { ButtonGroup, SplitButton } from "../ButtonGroup.tsx";
import { LinkButton } from "../LinkButton.tsx";
import { MenuItem } from "../overlays/Menu.tsx";
import { Group, Line } from "./Group.tsx";

const variants: readonly ButtonVariant[] = ["primary", "accent", "plain", "ghost", "danger", "dangerSolid", "bot"];

export function ButtonsPart() {
  const [pinned, setPinned] = useState(true);
  const [pending, setPending] = useState(false);
  return (
    <>
      <Group title="Button: variants">
        <Line>
          {variants.map((variant) => (
            <Button key={variant} variant={variant}>
              {variant}
            </Button>
          ))}
        </Line>
        <Line>
          {variants.map((variant) => (
            <Button key={variant} variant={variant} size="small" icon={Check}>
              {variant}
            </Button>
          ))}
        </Line>
        <Line>
          {variants.map((variant) => (
            <Button key={variant} variant={variant} isDisabled>
              {variant}
            </Button>
          ))}
        </Line>
        <Line>
          {variants.map((variant) => (
            <Button key={variant} variant={variant} isPending icon={Clock}>
              {variant}
            </Button>
          ))}
        </Line>
      </Group>
      <Group title="Button: keys, toggles, icons">
        <Line>
          <Button variant="primary" keys="e" icon={Check}>
            Resolve
          </Button>
          <Button variant="accent" keys="mod+enter" icon={Send}>
            Send
          </Button>
          <Button keys="g i">To the inbox</Button>
          <Button size="small" icon={Plus} keys="t" hideKeys>
            Template
          </Button>
        </Line>
        <Line>
          <Button icon={Pin} isPressed={pinned} onPress={() => setPinned(!pinned)}>
            Pinned
          </Button>
          <Button icon={Pin} label="Pin" isPressed={pinned} onPress={() => setPinned(!pinned)} />
          <Button icon={Pin} label="Pin, small" size="small" variant="ghost" isPressed={!pinned} onPress={() => setPinned(!pinned)} />
          <Button icon={Ellipsis} label="More" keys="." />
          <Button icon={X} label="Close" variant="ghost" size="small" />
          <Button icon={Trash2} label="Delete" variant="danger" />
          <Button icon={Ban} label="Blocked" isDisabled />
          <Button endIcon={ChevronDown} tooltip="Who may answer">
            Assign
          </Button>
        </Line>
        <Line>
          <Button
            variant="primary"
            isPending={pending}
            onPress={() => {
              setPending(true);
              setTimeout(() => setPending(false), 1_500);
            }}
          >
            Wait a little
          </Button>
          <Button variant="bot" icon={Sparkles}>
            Ask for a draft
          </Button>
          <LinkButton to="/" variant="primary">
            A link
          </LinkButton>
          <LinkButton to="/" size="small" icon={Check} keys="g i">
            A small link
          </LinkButton>
        </Line>
      </Group>
      <Group title="ButtonGroup, SplitButton">
        <Line>
          <ButtonGroup label="Size">
            <Button>Day</Button>
            <Button isPressed>Week</Button>
            <Button>Month</Button>
          </ButtonGroup>
          <SplitButton
            variant="accent"
            menuLabel="More ways to send"
            menu={
              <>
                <MenuItem keys="mod+enter">Send and resolve</MenuItem>
                <MenuItem>Send and snooze</MenuItem>
              </>
            }
          >
            <Button variant="accent" icon={Send}>
              Send
            </Button>
          </SplitButton>
          <SplitButton variant="primary" size="small" menuLabel="More ways to save" menu={<MenuItem>Save a copy</MenuItem>}>
            <Button variant="primary" size="small">
              Save
            </Button>
          </SplitButton>
        </Line>
      </Group>
    </>
  );
}
