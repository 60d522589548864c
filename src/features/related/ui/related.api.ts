import { createApi } from '../../../client/api.ts'
import { relatedContract } from '../related.contract.ts'

export const relatedApi = createApi('related', relatedContract)

export type RelatedItem = Awaited<ReturnType<typeof relatedApi.list.call>>['items'][number]
