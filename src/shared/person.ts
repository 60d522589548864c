/** What a list of accounts can be narrowed to. */
export const personStates = ['banned', 'unconfirmed', 'factor'] as const
export type PersonState = (typeof personStates)[number]

/** For how long somebody is kept out, in hours; without end is a hundred years, as the protocol's clients write it. */
export const banHours = { day: 24, week: 168, month: 720, forever: 876_000 } as const
export type BanLength = keyof typeof banHours
