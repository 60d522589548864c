import { createApi } from '../../../../client/api.ts'
import { claimsContract } from '../../claims/claims.contract.ts'

export const claimsApi = createApi('charges', claimsContract)
