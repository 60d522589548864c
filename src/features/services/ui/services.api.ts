import { createApi } from '../../../client/api.ts'
import { amountsDueContract, servicesContract } from '../services.contract.ts'

export const servicesApi = createApi('services', servicesContract)

export type Service = Awaited<ReturnType<typeof servicesApi.list.call>>['items'][number]
export const amountsDueApi = createApi('amountsDue', amountsDueContract)
export type Due = Awaited<ReturnType<typeof amountsDueApi.list.call>>['items'][number]
export type ServiceDetails = Awaited<ReturnType<typeof servicesApi.show.call>>
