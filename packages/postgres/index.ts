export { connectDatabase } from './connect.ts'
export { ensureCustomerLogin, refuseTemporaryTables } from './customer-login.ts'
export { pathsIn, readLocation } from './embedded/location.ts'
export { startEmbedded, stopOrphanedServer } from './embedded/start.ts'
export {
  ConcurrentChange,
  constraintOf,
  isInvalidValue,
  isPassing,
  isTooLong,
  isToRepeat,
  sqlState,
  Unavailable,
} from './errors.ts'
export { configOf, hostsOf, wantedSession } from './hosts.ts'
export { kyselyOver, literally } from './kysely.ts'
export { migrate, readMigrations } from './migrate.ts'
export { Connections, LONGEST_TRANSACTION_MS, newClient, within } from './pool.ts'
export { ensureRoles, prefixFor, type Roles, rolesOf } from './roles.ts'
export { seal, type Sealing, unseal } from './seal.ts'
export { StartError, type StartLog } from './start-error.ts'
