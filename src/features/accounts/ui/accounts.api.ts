import { createApi } from '../../../client/api.ts'
import { ownAccountContract } from '../own-account.contract.ts'

export const accountsApi = createApi('accounts', ownAccountContract)
