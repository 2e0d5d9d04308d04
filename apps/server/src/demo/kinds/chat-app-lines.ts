/**
 * What a caller is taken to have said, turn by turn: the simulation hears that somebody speaks, but no words. The phone
 * shows them.
 */
export const spokenLines = ["Do you deliver on Saturdays?", "How long can I return a jacket?", "I want to talk to a human."];
