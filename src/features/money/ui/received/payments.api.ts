import { createApi } from '../../../../client/api.ts'
import { paymentsContract } from '../../received/payments.contract.ts'

export const paymentsApi = createApi('payments', paymentsContract)

export type Payment = Awaited<ReturnType<typeof paymentsApi.list.call>>['items'][number]
export type Charge = NonNullable<Payment['charge']>
export type Evidence = Awaited<ReturnType<typeof paymentsApi.evidence.call>>['items'][number]
