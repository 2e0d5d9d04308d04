import type { ReactNode } from "react";
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from "react-aria-components/Tabs";
import { useI18n } from "../../i18n/i18n.tsx";
import { classes } from "../lib/classes.ts";

interface TabsProps<Id extends string> {
  label: string;
  value: Id;
  onChange: (id: Id) => void;
  tabs: readonly { id: Id; name: string; count?: number; isDisabled?: boolean }[];
  /** The panel of the selected tab. */
  children: ReactNode;
  className?: string;
}

/** Tabs over one panel. Tabs that are part of the URL are links: `nav.tabs` with `aria-current`. */
export function Tabs<Id extends string>({ label, value, onChange, tabs, children, className }: TabsProps<Id>) {
  const { format } = useI18n();
  return (
    <AriaTabs className={classes("tabs-frame", className)} selectedKey={value} onSelectionChange={(key) => onChange(key as Id)}>
      <TabList aria-label={label} className="tabs">
        {tabs.map(({ id, name, count, isDisabled }) => (
          <Tab key={id} id={id} isDisabled={isDisabled === true}>
            {name}
            {count !== undefined && <span className="count">{format.compact(count)}</span>}
          </Tab>
        ))}
      </TabList>
      <TabPanel key={value} id={value} className="tab-panel scroll">
        {children}
      </TabPanel>
    </AriaTabs>
  );
}
