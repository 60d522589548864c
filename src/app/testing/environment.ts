import { resolve } from 'node:path'

/** What every program that a test starts has in its environment: where programs are, and compiled modules. */
export const environment = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE:
    process.env['NODE_COMPILE_CACHE'] ?? resolve(import.meta.dirname, '../../../.cache/compiled'),
}
