import type { Call } from '../protocol/call.ts'
import { authorize, callback, callbackForm } from './providers.ts'
import { challenge, deleteFactor, enrollFactor, recoveryCodes, verifyFactor } from './factors.ts'
import { health, jwks, settings } from './service-info.ts'
import { leftOutCalls } from './left-out.ts'
import { changeUser, logOut, readUser } from './user.ts'
import { reauthenticate, recover, sendCode, sendMagicLink } from './send-code.ts'
import { resend } from './resend.ts'
import { signUp } from './sign-up.ts'
import { token } from './token.ts'
import { followLink, openLink, verify } from './verify.ts'
import { factorCalls } from '../admin/factors.ts'
import { generateLink, invite } from '../admin/links.ts'
import { changeUserAsService } from '../admin/change-user.ts'
import { createUser, deleteUser, listUsers, readUserAsService } from '../admin/users.ts'

/** The calls that require a service key. */
const adminCalls = [
  listUsers,
  createUser,
  readUserAsService,
  changeUserAsService,
  deleteUser,
  ...factorCalls,
  invite,
  generateLink,
]

/** Every call that the auth server answers. Any other address answers 404. */
export const calls: Call[] = [
  signUp,
  token,
  enrollFactor,
  challenge,
  verifyFactor,
  deleteFactor,
  ...recoveryCodes,
  sendCode,
  sendMagicLink,
  verify,
  openLink,
  followLink,
  recover,
  resend,
  reauthenticate,
  logOut,
  readUser,
  changeUser,
  jwks,
  health,
  settings,
  authorize,
  callback,
  callbackForm,
  ...leftOutCalls,
  ...adminCalls,
]
