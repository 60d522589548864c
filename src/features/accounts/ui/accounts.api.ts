import { createApi } from '../../../client/api.ts'
import { accountsContract } from '../accounts.contract.ts'

export const accountsApi = createApi('accounts', accountsContract)
