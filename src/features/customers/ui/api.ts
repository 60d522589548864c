import { createApi } from '../../../client/api.ts'
import { customersContract } from '../contract.ts'

export const customersApi = createApi('customers', customersContract)
