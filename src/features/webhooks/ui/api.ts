import { createApi } from '../../../client/api.ts'
import { webhooksContract } from '../contract.ts'

export const webhooksApi = createApi('webhooks', webhooksContract)
