import { ToastQueue } from "../ui/feedback/toastQueue.ts";

/** One line at the end of the page: `toast.show({ text, tone, action })`. */
export const toast = new ToastQueue();
