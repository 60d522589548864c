import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { operationsContract } from '../operations.contract.ts'
import { type CheckedInstallation, runChecks } from './run-checks.ts'

const on = implement(operationsContract).$context<Context>().use(authorize)

export const operationsRouter = (installation: CheckedInstallation) => ({
  show: on.show.handler(async ({ context }) => {
    // Checks the caller's rights before anything is measured.
    await context.caller.read(async () => {})
    return { at: installation.now().toISOString(), items: await runChecks(installation) }
  }),
})
