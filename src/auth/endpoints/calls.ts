import type { Call } from '../protocol/call.ts'
import { adminCalls } from '../admin/calls.ts'
import { authorize } from './authorize.ts'
import { callback, callbackForm } from './callback.ts'
import { challenge } from './factor-challenge.ts'
import { deleteFactor } from './factor-delete.ts'
import { enrollFactor } from './factor-enroll.ts'
import { verifyFactor } from './factor-verify.ts'
import { health } from './health.ts'
import { jwks } from './jwks.ts'
import { leftOutCalls } from './left-out.ts'
import { logOut } from './logout.ts'
import { recoveryCodes } from './recovery-codes.ts'
import { sendCode, sendMagicLink } from './otp.ts'
import { reauthenticate } from './reauthenticate.ts'
import { recover } from './recover.ts'
import { resend } from './resend.ts'
import { settings } from './settings.ts'
import { signUp } from './signup.ts'
import { token } from './token.ts'
import { changeUser } from './user-put.ts'
import { readUser } from './user-get.ts'
import { verify } from './verify.ts'
import { followLink, openLink } from './verify-link.ts'

/** Every call that the house answers; any other address is a 404. */
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
