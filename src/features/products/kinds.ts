import { domain } from './domain.ts'
import { email } from './email.ts'
import { hosting } from './hosting.ts'

/** The products. A new one is a line here; the compiler then names every place that is still missing. */
export const kinds = { domain, email, hosting }

export type Kinds = typeof kinds
export type KindName = keyof Kinds
export const kindNames = Object.keys(kinds) as KindName[]
