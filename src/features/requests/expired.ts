/**
 * Whether all that a customer holds under a name has expired. Of a name that is not held nothing is known.
 * @param now milliseconds since 1970
 */
export function hasExpired(
  held: readonly { name: string; expires_at: string | null }[],
  name: string,
  now: number,
): boolean {
  const ends = held.filter((one) => one.name === name).map(({ expires_at }) => expires_at)
  return ends.length > 0 && ends.every((end) => end !== null && Date.parse(end) <= now)
}
