import { createContext } from "react";

/** Whether the surrounding form is being sent: its submit button shows it. */
export const FormPending = createContext(false);
