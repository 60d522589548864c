import { createApi } from '../../../client/api.ts'
import { papersContract } from '../contract.ts'

export const papersApi = createApi('papers', papersContract)
