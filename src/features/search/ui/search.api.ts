import { createApi } from '../../../client/api.ts'
import { searchContract } from '../search.contract.ts'

export const searchApi = createApi('search', searchContract)

export type Found = Awaited<ReturnType<typeof searchApi.find.call>>
