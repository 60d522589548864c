import { namedAccount, shownAccount } from './account.ts'
import { byService } from './service.ts'

/** One account. */
export const readUserAsService = byService('GET', '/admin/users/:id', async ({ database }, { params }) => ({
  body: await database.write('service', async (tx) =>
    shownAccount(tx, (await namedAccount(tx, params.id)).id),
  ),
}))
