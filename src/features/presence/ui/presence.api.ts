import { createApi } from '../../../client/api.ts'
import { presenceContract } from '../presence.contract.ts'

export const presenceApi = createApi('presence', presenceContract)
