import { Resolver } from 'node:dns/promises'

/** Registrars take at most so many. */
const MOST = 5

/** The nameservers of a name. Empty where it has none, undefined where they can't be read now. */
export type CurrentNameservers = (name: string) => Promise<string[] | undefined>

/** Asks the resolver of the machine, so that a name that moves keeps pointing to where it does. */
export const currentNameservers: CurrentNameservers = async (name) => {
  try {
    const hosts = await new Resolver({ timeout: 3_000, tries: 2 }).resolveNs(name)
    return hosts
      .map((host) => host.toLowerCase())
      .toSorted()
      .slice(0, MOST)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENODATA' || code === 'ENOTFOUND' ? [] : undefined
  }
}
