import { auth } from '../../../../client/session.ts'
import { orThrow } from './or-throw.ts'

/** Makes recovery codes, in the place of those there are. */
export async function makeCodes(replace: boolean): Promise<string[]> {
  const { codes } = orThrow(
    replace ? await auth.mfa.recoveryCodes.regenerate() : await auth.mfa.recoveryCodes.generate(),
  )
  return codes
}
