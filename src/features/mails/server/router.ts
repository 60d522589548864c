import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { house } from '../../../server/http/procedures.ts'
import { mailsContract } from '../contract.ts'
import { listMails } from './list.ts'
import { retryMail } from './retry.ts'
import { type MailWay, sendTestMail } from './test-mail.ts'

const on = implement(mailsContract).$context<Context>().use(house)

export const mailsRouter = (way: MailWay) => ({
  list: on.list.handler(({ context, input }) => listMails(context.desk, input)),
  retry: on.retry.handler(({ context, input }) => retryMail(context.desk, input.id)),
  test: on.test.handler(({ context }) => sendTestMail(context.desk, way)),
})
