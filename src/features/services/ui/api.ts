import { createApi } from '../../../client/api.ts'
import { servicesContract } from '../contract.ts'

export const servicesApi = createApi('services', servicesContract)

export type Service = Awaited<ReturnType<typeof servicesApi.list.call>>['items'][number]
export type Due = Awaited<ReturnType<typeof servicesApi.due.call>>['items'][number]
export type ServiceDetails = Awaited<ReturnType<typeof servicesApi.show.call>>
