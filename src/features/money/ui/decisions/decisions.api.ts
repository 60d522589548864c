import { createApi } from '../../../../client/api.ts'
import { type DecisionInput, decisionsContract } from '../../received/decisions.contract.ts'

export const decisionsApi = createApi('decisions', decisionsContract)

export type Effects = Awaited<ReturnType<typeof decisionsApi.preview.call>>

export type Decision = Omit<DecisionInput, 'id' | 'version'>

export type Decided = Pick<DecisionInput, 'id' | 'version'>
