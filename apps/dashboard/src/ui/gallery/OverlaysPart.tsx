import { Ellipsis, Flag, Trash2, UserPlus } from "lucide-react";
import { useState } from "react";
import { toast } from "../../shell/toast.ts";
import { Button } from "../Button.tsx";
import { Label } from "../Chip.tsx";
import { TextField } from "../fields/TextField.tsx";
import { ConfirmDialog, Dialog, DialogContent, DialogFooter } from "../overlays/Dialog.tsx";
import { Drawer } from "../overlays/Drawer.tsx";
import { Menu, MenuItem, MenuSection, MenuSeparator, SubMenu } from "../overlays/Menu.tsx";
import { Popover } from "../overlays/Popover.tsx";
import { Tooltip } from "../overlays/Tooltip.tsx";
import { Group, Line } from "./Group.tsx";

export function OverlaysPart() {
  const [labels, setLabels] = useState<Set<string>>(new Set(["vip"]));
  const [done, setDone] = useState("nothing yet");
  return (
    <>
      <Group title="Menu">
        <Line>
          <Menu
            label="Conversation"
            trigger={<Button icon={Ellipsis} label="Actions of the conversation" />}
            onAction={(key) => setDone(String(key))}
          >
            <MenuItem id="assign" icon={UserPlus} keys="a">
              Assign
            </MenuItem>
            <SubMenu label="Priority" icon={Flag} id="priority">
              <MenuItem id="high">High</MenuItem>
              <MenuItem id="low">Low</MenuItem>
            </SubMenu>
            <MenuItem id="merge" isDisabled description="Needs a second contact">
              Merge
            </MenuItem>
            <MenuSeparator />
            <MenuItem id="delete" icon={Trash2} isDanger>
              Delete
            </MenuItem>
          </Menu>
          <Menu
            label="Labels"
            placement="bottom start"
            trigger={<Button>Labels</Button>}
            selectionMode="multiple"
            selectedKeys={labels}
            onSelectionChange={(keys) => keys !== "all" && setLabels(new Set([...keys].map(String)))}
          >
            <MenuSection title="Used here">
              <MenuItem id="vip" textValue="VIP" keys="1">
                <Label hue={2}>VIP</Label>
              </MenuItem>
              <MenuItem id="returns" textValue="Returns">
                <Label hue={1}>Returns</Label>
              </MenuItem>
            </MenuSection>
            <MenuSection title="Others">
              <MenuItem id="trade" textValue="Trade">
                <Label hue={5}>Trade</Label>
              </MenuItem>
            </MenuSection>
          </Menu>
          <output>Done: {done}</output>
        </Line>
      </Group>
      <Group title="Popover, Tooltip">
        <Line>
          <Popover label="Filter" trigger={<Button>Filter</Button>}>
            {(close) => (
              <div className="grid w-64 gap-3">
                <TextField label="Name" />
                <Button variant="primary" onPress={close}>
                  Apply
                </Button>
              </div>
            )}
          </Popover>
          <Tooltip text="Only for a moment" keys="shift+e">
            <Button>With a tooltip</Button>
          </Tooltip>
        </Line>
      </Group>
      <Group title="Dialog, ConfirmDialog, Drawer, Toasts">
        <Line>
          <Dialog title="Invite somebody" trigger={<Button>Dialog</Button>}>
            {(close) => (
              <>
                <DialogContent>
                  <TextField label="E-mail" hint="They get a link that is good for five days." />
                </DialogContent>
                <DialogFooter>
                  <Button onPress={close}>Cancel</Button>
                  <Button variant="primary" onPress={close}>
                    Invite
                  </Button>
                </DialogFooter>
              </>
            )}
          </Dialog>
          <ConfirmDialog
            title="Delete 12 contacts?"
            confirmLabel="Delete 12 contacts"
            trigger={<Button variant="danger">Delete</Button>}
            onConfirm={() => setDone("deleted")}
          >
            Their conversations go as well. This cannot be undone.
          </ConfirmDialog>
          <Drawer title="About Mariam" trigger={<Button>Drawer</Button>}>
            <DialogContent>
              <TextField label="Company" />
            </DialogContent>
          </Drawer>
          <Button
            onPress={() =>
              toast.show({
                text: "Resolved. Next: Kofi Barnard-Lee",
                tone: "ok",
                action: { label: "Undo", keys: "mod+z", run: () => setDone("undone") },
              })
            }
          >
            Toast
          </Button>
          <Button
            onPress={() =>
              toast.show({
                text: "Not saved: the name is taken",
                tone: "bad",
                reference: "SVC-7f3a2c",
                action: { label: "Fix", run: () => setDone("fixed") },
              })
            }
          >
            Toast that stays
          </Button>
        </Line>
      </Group>
    </>
  );
}
