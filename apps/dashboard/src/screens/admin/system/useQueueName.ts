import { useI18n } from "../../../i18n/i18n.tsx";

/** A description of what a queue does; its own name if a newer server has one that is unknown here. */
export function useQueueName(): (name: string) => string {
  const { t, has } = useI18n();
  return (name) => {
    const key = `admin.queue.of.${name}`;
    return has(key) ? t(key) : name;
  };
}
