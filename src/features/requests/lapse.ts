/** Until when a name can still be had after the registry's term, as the registrar says. Null where it does not. */
export interface Lapse {
  /** At the usual price. */
  renewable_until: string | null
  /** For a fee that registries ask. */
  restorable_until: string | null
}

/** How far a name is after the end of the registry's term. Null before it, and where nothing is known of what follows. */
export type LapseStage = 'renewable' | 'restorable' | 'free' | null

/** @param until the end of the registry's term, as the dates of the lapse in ISO 8601 */
export function lapseStage(
  until: string | null,
  { renewable_until, restorable_until }: Lapse,
  now: number,
): LapseStage {
  const isOver = (date: string) => Date.parse(date) <= now
  if (!until || !isOver(until)) return null
  if (renewable_until && !isOver(renewable_until)) return 'renewable'
  if (restorable_until && !isOver(restorable_until)) return 'restorable'
  return renewable_until || restorable_until ? 'free' : null
}
