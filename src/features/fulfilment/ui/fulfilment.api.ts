import { createApi } from '../../../client/api.ts'
import { fulfilmentsContract, registrarsContract } from '../fulfilment.contract.ts'

export const registrarsApi = createApi('registrars', registrarsContract)
export const fulfilmentsApi = createApi('fulfilments', fulfilmentsContract)

export type Account = Awaited<ReturnType<typeof registrarsApi.list.call>>['items'][number]
export type Fulfilment = Awaited<ReturnType<typeof fulfilmentsApi.list.call>>['items'][number]
