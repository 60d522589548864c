import { createApi } from '../../../../client/api.ts'
import { papersContract } from '../../invoices/invoices.contract.ts'

export const papersApi = createApi('papers', papersContract)
