import { type AuthServer, type Host, startAuthOf } from '@kikoa/auth/testing'
import type { SendMail } from '@kikoa/auth'
import { sealedIn } from '../../features/accounts/server/account-mails.ts'
import { authApplication } from '../../features/accounts/server/application.ts'
import { readConfig } from '../../server/config.ts'
import { Database } from '../../server/database/database.ts'
import { freshDatabase } from '../../server/database/testing/cluster.ts'
import { createServer } from '../../server/http/server.ts'
import { createLog } from '../../server/log.ts'
import { personalData } from '../provided/personal-data.ts'

/** The shop as the host of the auth server, without the other parts of the program. */
const shop: Host<Database> = {
  freshDatabase,
  configOf: (settings, folder) => readConfig({ DATA_DIR: folder, ...settings }, folder),
  openDatabase: (owner) => new Database(owner, () => {}),
  application: (sendMail) => authApplication(personalData, sendMail),
  createServer: ({ SITE_URL }, { TRUSTED_PROXY_HOPS = '0' }) =>
    createServer({ SITE_URL, TRUSTED_PROXY_HOPS: Number(TRUSTED_PROXY_HOPS) }, createLog('silent')),
  sealedIn,
}

export type ShopAuth = AuthServer<Database>

/** Starts the auth server with the shop's profiles, audit log and database, for one test file. */
export const startShopAuth = (settings: Record<string, string> = {}, mail?: SendMail): Promise<ShopAuth> =>
  startAuthOf(shop, settings, mail)
