import { useI18n } from "../i18n/i18n.tsx";
import { toast } from "../shell/toast.ts";
import { showFailure } from "./show-failure.ts";

/** For a button's action: runs it, and says that it is done, or why it failed. Returns whether it is done. */
export function useReported(): (work: () => Promise<unknown>, done: string) => Promise<boolean> {
  const i18n = useI18n();
  return async (work, done) => {
    try {
      await work();
      toast.show({ tone: "ok", text: done });
      return true;
    } catch (error) {
      showFailure(error, i18n);
      return false;
    }
  };
}
