import { implement } from '@orpc/server'
import type { Context } from '../../../../server/http/context.ts'
import { authorize } from '../../../../server/http/procedures.ts'
import { decisionsContract } from '../../received/decisions.contract.ts'
import { paymentsContract } from '../../received/payments.contract.ts'
import { decide, decideRecord, previewDecision, previewRecord, undoDecision } from '../decisions/decisions.ts'
import { allocatePayment } from '../matching/allocate-payment.ts'
import {
  confirmByHand,
  ignorePayment,
  matchByHand,
  rejectClaim,
  reversePayment,
} from '../matching/decide-payment.ts'
import { findCharges } from './charges.queries.ts'
import { listPayments } from './payments.queries.ts'
import { keepPayment, listEvidence, restorePayment } from '../received/show-evidence.ts'
import { recordPayment } from '../matching/record-payment.ts'

const payments = implement(paymentsContract).$context<Context>().use(authorize)
export const paymentsRouter = {
  list: payments.list.handler(({ context, input }) => listPayments(context.caller, input)),
  charges: payments.charges.handler(({ context, input }) => findCharges(context.caller, input)),
  record: payments.record.handler(({ context, input }) => recordPayment(context.caller, input)),
  match: payments.match.handler(({ context, input }) => matchByHand(context.caller, input)),
  allocate: payments.allocate.handler(({ context, input }) => allocatePayment(context.caller, input)),
  ignore: payments.ignore.handler(({ context, input }) => ignorePayment(context.caller, input)),
  evidence: payments.evidence.handler(({ context, input }) => listEvidence(context.caller, input.id)),
  restore: payments.restore.handler(({ context, input }) => restorePayment(context.caller, input)),
  keep: payments.keep.handler(({ context, input }) => keepPayment(context.caller, input)),
  reverse: payments.reverse.handler(({ context, input }) => reversePayment(context.caller, input)),
  confirm: payments.confirm.handler(({ context, input }) => confirmByHand(context.caller, input.id)),
  reject: payments.reject.handler(({ context, input }) => rejectClaim(context.caller, input)),
}

const decisions = implement(decisionsContract).$context<Context>().use(authorize)
export const decisionsRouter = {
  preview: decisions.preview.handler(({ context, input }) => previewDecision(context.caller, input)),
  decide: decisions.decide.handler(({ context, input }) => decide(context.caller, input)),
  previewRecord: decisions.previewRecord.handler(({ context, input }) =>
    previewRecord(context.caller, input),
  ),
  record: decisions.record.handler(({ context, input }) => decideRecord(context.caller, input)),
  undo: decisions.undo.handler(({ context, input }) => undoDecision(context.caller, input.id)),
}
