import { createApiClient } from '../../../client/api.ts'
import type { Answer } from '../answer.ts'
import { endingsByLabel } from '../by-label.ts'
import { availabilityContract, MOST_ENDINGS } from '../contract.ts'

/** Anybody may ask, so nothing of a session has to be loaded for it. */
const call = createApiClient({ search: availabilityContract.search }, async () => undefined)

/**
 * Looks names up and gives each answer as it comes. Names of one label travel in one call; the labels take turns,
 * because a browser has few connections to one server and screens need them too.
 */
export async function* answersOf(
  names: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<Answer, void> {
  for (const [label, endings] of endingsByLabel(names))
    for (let from = 0; from < endings.length; from += MOST_ENDINGS)
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      yield* await call.search(
        { name: label, endings: endings.slice(from, from + MOST_ENDINGS).join(',') },
        { signal },
      )
}
