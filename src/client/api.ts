import type { AnyContractRouter } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { createApiClient } from './call.ts'
import { accessToken } from './session.ts'

/**
 * One feature's part of the contract as queries and mutations of TanStack Query, called with the session's token.
 * @param key the first part of its query keys: unique among the features.
 */
export const createApi = <Contract extends AnyContractRouter>(key: string, contract: Contract) =>
  createTanstackQueryUtils(createApiClient(contract, accessToken), { path: [key] })
