import { createApi } from '../../../client/api.ts'
import { testSaleContract } from '../test-sale.contract.ts'

export const testSaleApi = createApi('testSale', testSaleContract)
