import { createApi } from '../../../client/api.ts'
import { recordsContract, renewalsContract, requestsContract } from '../contract.ts'

export const recordsApi = createApi('records', recordsContract)
export const renewalsApi = createApi('renewals', renewalsContract)
export const requestsApi = createApi('requests', requestsContract)
