import { createApi } from '../../../client/api.ts'
import { customersContract } from '../customers.contract.ts'

export const customersApi = createApi('customers', customersContract)
