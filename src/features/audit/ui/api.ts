import { createApi } from '../../../client/api.ts'
import { auditContract } from '../contract.ts'

export const auditApi = createApi('audit', auditContract)
