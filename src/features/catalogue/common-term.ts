/** The term that all have, in months. Null where they differ, or one has none. */
export const commonTerm = (months: readonly (number | null)[]): number | null =>
  new Set(months).size === 1 ? months[0]! : null
