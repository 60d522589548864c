import { implement } from '@orpc/server'
import { Refused } from '../../../../shared/refusal.ts'
import type { CallerContext, Context } from '../../../../server/http/context.ts'
import { authorize } from '../../../../server/http/procedures.ts'
import { referenceKey } from '../../charges/reference.ts'
import { claimsContract } from '../../claims/claims.contract.ts'
import { type AnyPayable, payableOf } from '../charges/chargeables.ts'
import { findCharge } from '../charges/charges.ts'
import { ownCharge } from '../charges/own-charges.ts'
import { payableId } from '../charges/payable.ts'
import { correctClaim, withdrawClaim } from './change-claim.ts'
import { setPhoto, showPhoto } from './claim-photos.ts'
import { claimPayment } from './claim-payment.ts'
import { matchClaim } from '../matching/match.ts'

/**
 * Does something about one of the caller's amounts due, and matches what is claimed then with money that came before. Gives
 * the amount due. Refuses with `NOT_FOUND`, also a reference with a wrong character.
 */
async function about(
  caller: CallerContext,
  reference: string,
  work: (payable: AnyPayable, id: string) => Promise<unknown>,
) {
  const key = referenceKey(reference)
  const charge = await caller.read(async (tx) => (key ? findCharge(tx, 'reference', key) : undefined))
  if (charge?.user_id !== caller.person()) throw new Refused('NOT_FOUND')
  await work(payableOf(charge), payableId(charge))
  // Where the matching fails, its job repeats it.
  await matchClaim(caller.database, payableId(charge), caller.now).catch(() => {})
  return ownCharge(caller, charge.reference)
}

const claims = implement(claimsContract).$context<Context>().use(authorize)
export const claimsRouter = {
  claim: claims.claim.handler(({ context: { caller }, input: { reference, ...payment } }) =>
    about(caller, reference, (payable, id) => claimPayment(caller, payable, id, payment)),
  ),
  correct: claims.correct.handler(({ context: { caller }, input: { reference, ...payment } }) =>
    about(caller, reference, (payable, id) => correctClaim(caller, payable, id, payment)),
  ),
  withdraw: claims.withdraw.handler(({ context: { caller }, input: { reference } }) =>
    about(caller, reference, (payable, id) => withdrawClaim(caller, payable, id)),
  ),
  addPhoto: claims.addPhoto.handler(({ context: { caller }, input: { reference, image } }) =>
    about(caller, reference, (payable, id) => setPhoto(caller, payable, id, image)),
  ),
  photo: claims.photo.handler(({ context, input }) => showPhoto(context.caller, input.id)),
}
