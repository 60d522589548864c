import { createApi } from '../../../client/api.ts'
import { cartContract, ordersContract } from '../contract.ts'

export const cartApi = createApi('cart', cartContract)
export const ordersApi = createApi('orders', ordersContract)
