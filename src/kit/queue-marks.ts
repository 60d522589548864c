// The attributes by which the keyboard shortcuts of a queue find its elements.

/** Opens a row. */
export const opener = { 'data-queue-opener': '' }
/** Takes the opened row one step on. */
export const stepButton = { 'data-queue-step': '' }
/** Holds the form of the opened row. */
export const decision = { 'data-queue-decision': '' }
