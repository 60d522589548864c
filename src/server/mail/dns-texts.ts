import { Resolver } from 'node:dns/promises'
import type { Lookup } from './spf.ts'

const TIMEOUT_MS = 2_000

/** An answer, or nothing where there is nothing. That nobody answered throws. */
async function found<T>(ask: (resolver: Resolver) => Promise<T[]>): Promise<T[]> {
  try {
    return await ask(new Resolver({ timeout: TIMEOUT_MS, tries: 1 }))
  } catch (error) {
    if (['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

/** The system's resolver, with a deadline for each question. */
export const systemLookup: Lookup = {
  texts: async (name) =>
    (await found((resolver) => resolver.resolveTxt(name))).map((parts) => parts.join('')),
  async addresses(name) {
    const both = await Promise.all([
      found((resolver) => resolver.resolve4(name)),
      found((resolver) => resolver.resolve6(name)),
    ])
    return both.flat()
  },
  exchanges: async (name) =>
    (await found((resolver) => resolver.resolveMx(name))).map(({ exchange }) => exchange),
}
