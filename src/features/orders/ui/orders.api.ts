import { createApi } from '../../../client/api.ts'
import { cartContract, ordersContract } from '../orders.contract.ts'

export const cartApi = createApi('cart', cartContract)
export const ordersApi = createApi('orders', ordersContract)
