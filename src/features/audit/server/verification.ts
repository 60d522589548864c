import type { CallerContext } from '../../../server/http/context.ts'
import { audit } from './audit.ts'
import { type Verdict, verifyAudit } from './verify.ts'

/** A walk over a long log takes a while: whoever asks meanwhile gets the same one. */
const walks = new WeakMap<object, Promise<Verdict>>()

/** Verifies the log for an admin, and writes down that it was done. */
export async function verifyForAdmin(caller: CallerContext): Promise<Verdict> {
  // Who may ask is checked for each; only the walk is shared.
  await caller.read(async () => {})
  const walk = walks.get(caller.database) ?? verifyAudit((work) => caller.database.read('service', work))
  walks.set(caller.database, walk)
  const verdict = await walk.finally(() => walks.delete(caller.database))
  return caller.write(async (tx) => {
    await audit(tx, 'admin', {
      action: 'audit.verified',
      entity: 'audit',
      after: { end: verdict.end, broken: verdict.broken },
    })
    return verdict
  })
}
