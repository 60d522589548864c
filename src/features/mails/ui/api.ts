import { createApi } from '../../../client/api.ts'
import { mailsContract } from '../contract.ts'

export const mailsApi = createApi('mails', mailsContract)
