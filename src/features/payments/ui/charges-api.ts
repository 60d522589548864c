import { createApi } from '../../../client/api.ts'
import { chargesContract } from '../charges-contract.ts'

export const chargesApi = createApi('charges', chargesContract)
