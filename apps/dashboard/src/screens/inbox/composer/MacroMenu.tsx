import { useQuery } from "@tanstack/react-query";
import { WandSparkles } from "lucide-react";
import { useState } from "react";
import type { Macro } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { useOnce } from "../../../api/attempts/once.ts";
import { macros as macroResource } from "../../../api/resources.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { showFailure } from "../../../parts/show-failure.ts";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";

/** After that, pressing it again is meant as a second run, whether the first one arrived or not. */
const repeatMs = 600_000;

/** The team's macros for this conversation. Their effects arrive as events. */
export function MacroMenu({ conversationId }: { conversationId: string }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { data } = useQuery({ ...macroResource.listQuery(), throwOnError: false });
  const once = useOnce(repeatMs);
  const [isOpen, setOpen] = useState(false);
  const [running, setRunning] = useState(false);
  const macros = data?.items ?? [];
  useActions([
    {
      ...({ id: "conversation.macro", label: "macro.run", group: "shell.inbox", icon: WandSparkles, keys: "m" } as const),
      enabled: macros.length > 0,
      run: () => setOpen(true),
    },
  ]);
  async function run({ id, name }: Macro) {
    setRunning(true);
    const done = await once([id, conversationId], (options) => api.macros.run(id, { conversationId }, options))
      .catch((error: unknown) => showFailure(error, i18n))
      .finally(() => setRunning(false));
    if (done !== undefined) toast.show({ text: t("macro.done", { name }), tone: "ok" });
  }
  if (macros.length === 0) return null;
  return (
    <Menu
      label={t("macro.run")}
      placement="top start"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={<Button icon={WandSparkles} label={t("macro.run")} keys="m" hideKeys variant="ghost" size="small" isPending={running} />}
    >
      {macros.map((macro) => (
        <MenuItem
          key={macro.id}
          id={macro.id}
          textValue={macro.name}
          description={t("macro.steps", { n: macro.actions.length })}
          onAction={() => void run(macro)}
        >
          <bdi>{macro.name}</bdi>
        </MenuItem>
      ))}
    </Menu>
  );
}
