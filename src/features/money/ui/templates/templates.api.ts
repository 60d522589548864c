import { createApi } from '../../../../client/api.ts'
import { templatesContract } from '../../templates/templates.contract.ts'

export const templatesApi = createApi('messageTemplates', templatesContract)

export type Label = Awaited<ReturnType<typeof templatesApi.label.call>>
export type Proposal = Awaited<ReturnType<typeof templatesApi.proposals.call>>['items'][number]
