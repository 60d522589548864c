export { ban, callerOf, createPerson, endSessions, unban, unknownPassword } from './admin/operations.ts'
export type {
  AccountChange,
  AuditEntry,
  Auth,
  AuthApplication,
  AuthMail,
  NewProfile,
  SendMail,
  SendSms,
} from './auth.ts'
export { captchaFrame, registerCaptchaFrame } from './captcha.ts'
export { createAccount, keepOwnIdentity } from './create-user.ts'
export { deleteAccount } from './delete-user.ts'
export { removeFactor } from './factors/remove.ts'
export { deleteExpired } from './housekeeping.ts'
export {
  KEY_FILES,
  KEY_TABLES,
  type KeysInBackup,
  proveKeys,
  readKeys,
  restoreKeys,
} from './keys/key-backup.ts'
export type { KeyLocation } from './keys/key-set.ts'
export { rotateKey } from './keys/key-store.ts'
export { type Keys, loadKeys, signingRoot, verifyToken } from './keys/keys.ts'
export { closedFactors, type SealAgain } from './keys/sealing.ts'
export {
  deleteExpiredLimits,
  type HostLimit,
  type LimitRule,
  type Limits,
  limitsInDatabase,
} from './limits/limits.ts'
export { openProviders } from './openid/providers.ts'
export { HashingBusy, hashPassword, passwordMatches } from './passwords/hashing.ts'
export { MOST_BYTES, weakPassword } from './passwords/strength.ts'
export { acceptProof, dropCredentials } from './proofs/accept-proof.ts'
export { endOneTimes } from './proofs/one-time.ts'
export { makeLink, requestProof } from './proofs/request-proof.ts'
export { presentUser } from './protocol/present-user.ts'
export { registerAuth } from './protocol/register.ts'
export { type SessionRow, startSession } from './sessions/session.ts'
export { countSms, requireSmsAllowance, smsGateway } from './sms/text-code.ts'
export type { AuthSettings } from './settings.ts'
export type * from './tables.ts'
export {
  hasProvedEmail,
  identitiesAndFactors,
  isBanned,
  isConfirmed,
  isProved,
  lockedByAddress,
  lockedUser,
  type UserRow,
  userByAddress,
} from './users.ts'
export { isUuid } from './uuid.ts'
