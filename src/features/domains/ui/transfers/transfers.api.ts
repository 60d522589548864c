import { createApi } from '../../../../client/api.ts'
import { transfersContract } from '../../transfers.contract.ts'

export const transfersApi = createApi('transfers', transfersContract)

export type Transfer = Awaited<ReturnType<typeof transfersApi.show.call>>
