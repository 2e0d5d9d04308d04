/** Whether keys type text there. */
export function isField(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  if (element?.isContentEditable === true) return true;
  if (element?.tagName === "TEXTAREA" || element?.tagName === "SELECT") return true;
  return element?.tagName === "INPUT" && !/^(?:checkbox|radio|button|submit|range)$/.test((element as HTMLInputElement).type);
}
