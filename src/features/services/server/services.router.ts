import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import type { Sealing } from '../../../server/seal.ts'
import { serviceStatesContract, renewalsContract } from '../../requests/requests.contract.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { amountsDueContract, servicesContract } from '../services.contract.ts'
import { bookPage, presentService } from './services.queries.ts'
import {
  addNote,
  correctExpiry,
  endService,
  handOver,
  releaseService,
  removeNote,
  renewService,
  setAccess,
  setSuspended,
} from './services.commands.ts'
import { dueTotals, listDue } from './due.queries.ts'
import { finishRenewal, listRenewals } from './renewal-tasks.ts'
import { showService } from './show-service.ts'

const on = implement(servicesContract).$context<Context>().use(authorize)

const due = implement(amountsDueContract).$context<Context>().use(authorize)
export const amountsDueRouter = {
  list: due.list.handler(({ context: { caller }, input }) => listDue(caller, input)),
  totals: due.totals.handler(({ context: { caller } }) => dueTotals(caller)),
}

export const servicesRouter = (keys: Sealing) => ({
  list: on.list.handler(
    async ({ context: { caller }, input: { cursor, limit, sort, total: isCounted, ...filter } }) => {
      const settings = await readSettings(caller.database)
      const shop = { settings, now: caller.now }
      const paging = { cursor, limit, sort, total: isCounted }
      const { rows, ...page } = await caller.read((tx) => bookPage(tx, filter, paging, shop))
      return { items: rows.map((row) => presentService(row, settings, caller.now)), ...page }
    },
  ),
  show: on.show.handler(({ context: { caller }, input }) => showService(caller, input.id)),
  renew: on.renew.handler(({ context: { caller }, input }) => renewService(caller, input)),
  end: on.end.handler(({ context: { caller }, input }) => endService(caller, input)),
  handOver: on.handOver.handler(({ context: { caller }, input }) => handOver(caller, input)),
  correct: on.correct.handler(({ context: { caller }, input }) => correctExpiry(caller, input)),
  setAccess: on.setAccess.handler(({ context: { caller }, input }) => setAccess(caller, keys, input)),
  addNote: on.addNote.handler(({ context: { caller }, input }) => addNote(caller, input)),
  removeNote: on.removeNote.handler(({ context: { caller }, input }) => removeNote(caller, input)),
})

const services = implement(serviceStatesContract).$context<Context>().use(authorize)
export const serviceStatesRouter = {
  suspend: services.suspend.handler(({ context, input }) => setSuspended(context.caller, input.id, true)),
  resume: services.resume.handler(({ context, input }) => setSuspended(context.caller, input.id, false)),
  release: services.release.handler(({ context, input }) => releaseService(context.caller, input.id)),
}

const renewals = implement(renewalsContract).$context<Context>().use(authorize)
export const renewalsRouter = {
  list: renewals.list.handler(({ context, input }) => listRenewals(context.caller, input)),
  done: renewals.done.handler(({ context, input }) => finishRenewal(context.caller, input.id)),
}
