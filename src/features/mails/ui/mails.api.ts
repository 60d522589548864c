import { createApi } from '../../../client/api.ts'
import { mailsContract } from '../mails.contract.ts'

export const mailsApi = createApi('mails', mailsContract)
