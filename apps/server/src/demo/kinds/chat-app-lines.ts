/**
 * What a caller is taken to have said, turn by turn: the simulator detects speech but no words. The phone shows these.
 */
export const spokenLines = ["Do you deliver on Saturdays?", "How long can I return a jacket?", "I want to talk to a human."];
