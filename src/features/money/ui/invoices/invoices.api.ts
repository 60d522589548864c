import { createApi } from '../../../../client/api.ts'
import { invoicesContract } from '../../invoices/invoices.contract.ts'

export const invoicesApi = createApi('invoices', invoicesContract)
