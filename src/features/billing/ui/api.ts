import { createApi } from '../../../client/api.ts'
import { paymentsContract } from '../contract.ts'

export const paymentsApi = createApi('payments', paymentsContract)

export type Payment = Awaited<ReturnType<typeof paymentsApi.list.call>>['items'][number]
export type Charge = NonNullable<Payment['charge']>
export type Due = Awaited<ReturnType<typeof paymentsApi.due.call>>['items'][number]
