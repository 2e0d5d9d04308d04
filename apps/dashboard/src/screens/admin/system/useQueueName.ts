import { useI18n } from "../../../i18n/i18n.tsx";

/** What a queue does, in words; its own name where a newer server has one that is not known here. */
export function useQueueName(): (name: string) => string {
  const { t, has } = useI18n();
  return (name) => {
    const key = `admin.queue.of.${name}`;
    return has(key) ? t(key) : name;
  };
}
