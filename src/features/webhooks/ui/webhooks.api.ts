import { createApi } from '../../../client/api.ts'
import { webhooksContract } from '../webhooks.contract.ts'

export const webhooksApi = createApi('webhooks', webhooksContract)
