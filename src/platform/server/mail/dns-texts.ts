import { Resolver } from 'node:dns/promises'
import type { FindTexts } from './sender-domain.ts'

const TIMEOUT_MS = 2_000

/** The system's resolver, with a deadline. That there is nothing is an answer; that nobody answered is none. */
export const findTexts: FindTexts = async (name) => {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 })
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    if (['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}
