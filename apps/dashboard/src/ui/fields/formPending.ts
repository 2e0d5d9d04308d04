import { createContext } from "react";

/** Whether the form around is on its way to the server: its submit button shows it. */
export const FormPending = createContext(false);
