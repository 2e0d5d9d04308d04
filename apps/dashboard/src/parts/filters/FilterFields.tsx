import { lazyComponent } from "../../ui/lib/lazyComponent.tsx";

/** A field for each filter, stacked: inside a popover or a form. */
export const FilterFields = lazyComponent(async () => (await import("./AllFilterFields.tsx")).AllFilterFields, { keys: "all" });
