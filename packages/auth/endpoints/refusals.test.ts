import { afterAll, expect, test } from 'vitest'
import { type Refusal, refusals } from '../protocol/errors.ts'
import { accountRefusals } from '../testing/refusals/accounts.ts'
import { factorRefusals } from '../testing/refusals/factors.ts'
import { generalRefusals } from '../testing/refusals/general.ts'
import { logInRefusals } from '../testing/refusals/log-ins.ts'
import { sessionRefusals } from '../testing/refusals/sessions.ts'
import { type Refused, startWorld } from '../testing/refusals/world.ts'

const world = await startWorld()
afterAll(world.close)

/**
 * Brings about every refusal once; a refusal without a row does not compile. These slugs of the contract are
 * never answered: `otp_disabled` and `user_not_found` for a code (they reveal accounts), `session_not_found`
 * at a refresh (tokens end with their session), `mfa_verification_rejected` (no hooks),
 * `email_address_not_authorized` (no list of receivers), `invite_not_found` (no invitation tokens) and
 * `unexpected_audience` (one audience). An unknown provider is a 400 `validation_failed`, not
 * `oauth_provider_not_supported`. `saml_provider_disabled` covers the slugs of SAML and SSO, and
 * `feature_disabled`.
 */
const scenarios: Record<Refusal, () => Promise<Refused>> = {
  ...generalRefusals(world),
  ...sessionRefusals(world),
  ...accountRefusals(world),
  ...factorRefusals(world),
  ...logInRefusals(world),
}

test.each(refusals)('%s is answered where it belongs', async (refusal) => {
  const { status, body } = await scenarios[refusal]()
  expect(`${status} ${body.error_code}`).toBe(refusal)
})
