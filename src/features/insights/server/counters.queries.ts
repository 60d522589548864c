import { sql } from 'kysely'
import type { CallerContext } from '../../../server/http/context.ts'
import type { Database } from '../../../server/database/database.ts'

/** The exact numbers of what the caller holds and has in the cart. */
export async function countOwn(caller: CallerContext) {
  const person = caller.person()
  const { rows } = await caller.read(({ db }) =>
    sql<{ domains: number; emails: number; cart_items: number }>`
      select count(*) filter (where kind = 'domain') as domains,
             count(*) filter (where kind = 'email') as emails,
             (select count(*) from cart_items where user_id = ${person}) as cart_items
        from services where user_id = ${person} and released_at is null`.execute(db),
  )
  return rows[0]!
}

interface Counts {
  profiles: number
  domains: number
  emails: number
  cart_items: number
}

const ONCE_IN_MS = 1_000

/** A count for each database, shared by all callers on this node. It runs at most once in `restMs`. */
export function sharedCounts<Count>(restMs: number) {
  const counts = new WeakMap<Database, SharedCount<Count>>()
  return {
    get(database: Database, count: (database: Database) => Promise<Count>): Promise<Count> {
      const shared = counts.get(database) ?? new SharedCount<Count>(restMs)
      counts.set(database, shared)
      return shared.get(() => count(database))
    },
    /** After a commit, the last count is not returned any more. */
    forget: (database: Database) => counts.get(database)?.forget(),
  }
}

const totals = sharedCounts<Counts>(ONCE_IN_MS)

/**
 * The exact totals of the shop for admins. Counted at most once a second on this node. A count from before a known
 * change is never returned.
 */
export async function countAll(caller: CallerContext): Promise<Counts> {
  // The permission is checked for every caller. Only the count is shared.
  await caller.read(async () => {})
  return totals.get(caller.database, countNow)
}

/** Counts the totals now, without a cache. */
export async function countNow(database: Database): Promise<Counts> {
  const { rows } = await database.read('service', ({ db }) =>
    sql<Counts>`
      select (select count(*) from profiles) as profiles,
             (select count(*) from services where kind = 'domain' and released_at is null) as domains,
             (select count(*) from services where kind = 'email' and released_at is null) as emails,
             (select count(*) from cart_items) as cart_items`.execute(db),
  )
  return rows[0]!
}

export const forgetCounts = totals.forget

/**
 * A count that all callers on this node share. It runs at most once in `restMs`. Within that time a caller gets the
 * last count if nothing has changed since, and otherwise waits for the next one. No caller who knows of a change gets
 * an older count.
 */
export class SharedCount<Count> {
  readonly #restMs: number
  #began = -Infinity
  #isOld = true
  #last: Promise<Count> | undefined
  #next: Promise<Count> | undefined

  constructor(restMs: number) {
    this.#restMs = restMs
  }

  /** Called after a commit: the last count may be outdated. */
  forget() {
    this.#isOld = true
  }

  get(count: () => Promise<Count>): Promise<Count> {
    const rest = this.#began + this.#restMs - performance.now()
    if (rest <= 0) return this.#next ?? this.#count(count)
    if (!this.#isOld && this.#last) return this.#last
    this.#next ??= new Promise<void>((done) => setTimeout(done, rest)).then(() => this.#count(count))
    return this.#next
  }

  #count(count: () => Promise<Count>): Promise<Count> {
    this.#began = performance.now()
    this.#isOld = false
    this.#next = undefined
    const counted = count()
    this.#last = counted
    counted.catch(() => {
      if (this.#last === counted) this.#began = -Infinity
    })
    return counted
  }
}
