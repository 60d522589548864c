import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { mailsContract } from '../contract.ts'
import { listMails, retryMail } from './mail-queue.ts'
import { type MailWay, sendTestMail } from './test-mail.ts'

const on = implement(mailsContract).$context<Context>().use(authorize)

export const mailsRouter = (way: MailWay) => ({
  list: on.list.handler(({ context, input }) => listMails(context.caller, input)),
  retry: on.retry.handler(({ context, input }) => retryMail(context.caller, input.id)),
  test: on.test.handler(({ context }) => sendTestMail(context.caller, way)),
})
