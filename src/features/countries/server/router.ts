import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { countriesContract } from '../contract.ts'
import { countries } from './countries.ts'

const on = implement(countriesContract).$context<Context>().use(authorize)

export const countriesRouter = { list: on.list.handler(() => countries()) }
