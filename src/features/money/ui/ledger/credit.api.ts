import { createApi } from '../../../../client/api.ts'
import { creditContract } from '../../ledger/ledger.contract.ts'

export const creditApi = createApi('credit', creditContract)
