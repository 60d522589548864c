import { createApi } from '../../../client/api.ts'
import { chatContract } from '../contract.ts'

export const chatApi = createApi('chat', chatContract)
