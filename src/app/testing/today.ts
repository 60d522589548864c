/** The day of today, as forms send it. Refunds and payments are of no later day, and of none before what they are for. */
export const today = (): string => new Date().toISOString().slice(0, 10)
