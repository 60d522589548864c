import { createApi } from '../../../client/api.ts'
import { emailsContract } from '../emails.contract.ts'

export const emailsApi = createApi('emails', emailsContract)
