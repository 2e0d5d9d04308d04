import { Link, useParams, useSearch } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import type { Flow } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { flowParts } from "../search.ts";
import { flowTones } from "../states.ts";

/** A flow's name, status and parts, with the part's actions at the end. */
export function FlowHead({ flow, children }: { flow: Flow; children?: ReactNode }) {
  const { t } = useI18n();
  const { part } = useParams({ from: "/app/flows/$flowId/$part" });
  const { as } = useSearch({ from: "/app/flows/$flowId/$part" });
  const shown = flow.status === "active" ? flow.activeVersion : flow.version;
  return (
    <header className="head flow-head">
      <span className="crumb">
        <Link to="/flows">{t("shell.flows")}</Link>
        <ChevronRight className="icon icon-12 flip" aria-hidden />
      </span>
      <h1 className="cut">
        <bdi>{flow.name}</bdi>
      </h1>
      <Chip tone={flowTones[flow.status]} {...(flow.pausedReason === null ? {} : { title: t(`flows.paused.${flow.pausedReason}`) })}>
        {t("flows.stateOf", { status: t(`flows.status.${flow.status}`), version: shown ?? flow.version })}
      </Chip>
      <nav className="segmented small" aria-label={t("flows.parts")}>
        {flowParts.map((id) => (
          <Link
            key={id}
            to="/flows/$flowId/$part"
            params={{ flowId: flow.id, part: id }}
            search={id === "canvas" && as !== undefined ? { as } : {}}
            aria-current={id === part ? "page" : undefined}
            {...(id === part ? { "data-selected": "" } : {})}
          >
            {t(`flows.part.${id}`)}
          </Link>
        ))}
      </nav>
      <span className="ms-auto flex items-center gap-1.5">{children}</span>
    </header>
  );
}
