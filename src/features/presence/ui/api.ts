import { createApi } from '../../../client/api.ts'
import { presenceContract } from '../contract.ts'

export const presenceApi = createApi('presence', presenceContract)
