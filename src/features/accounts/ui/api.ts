import { createApi } from '../../../client/api.ts'
import { accountsContract } from '../contract.ts'

export const accountsApi = createApi('accounts', accountsContract)
