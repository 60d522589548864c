import { createApi } from '../../../../client/api.ts'
import { holderDetailsContract } from '../../holder-details.contract.ts'

export const holderDetailsApi = createApi('holderDetails', holderDetailsContract)

export type Details = Awaited<ReturnType<typeof holderDetailsApi.show.call>>['items'][number]
