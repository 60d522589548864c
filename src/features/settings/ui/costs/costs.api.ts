import { createApi } from '../../../../client/api.ts'
import { costsContract } from '../../costs/costs.contract.ts'

/** With the key of the accounts at registrars, whose events make it stale. */
export const costsApi = createApi('registrars', costsContract)

export type Costs = Awaited<ReturnType<typeof costsApi.costs.call>>
