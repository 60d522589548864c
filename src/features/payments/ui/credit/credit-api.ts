import { createApi } from '../../../../client/api.ts'
import { creditContract } from '../../credit-contract.ts'

export const creditApi = createApi('credit', creditContract)
