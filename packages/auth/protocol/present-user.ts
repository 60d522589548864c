import type { Account } from '../users.ts'

/** A user in the protocol's form, without hashes and our own flags. */
export function presentUser({ user, identities, factors }: Account) {
  const confirmed = [user.email_confirmed_at, user.phone_confirmed_at].filter((at) => at !== null)
  return {
    id: user.id,
    aud: user.aud,
    role: 'authenticated',
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...times({
      email_confirmed_at: user.email_confirmed_at,
      phone_confirmed_at: user.phone_confirmed_at,
      confirmed_at: confirmed.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null,
      invited_at: user.invited_at,
      confirmation_sent_at: user.confirmation_sent_at,
      recovery_sent_at: user.recovery_sent_at,
      email_change_sent_at: user.email_change_sent_at,
      phone_change_sent_at: user.phone_change_sent_at,
      reauthentication_sent_at: user.reauthentication_sent_at,
      last_sign_in_at: user.last_sign_in_at,
      banned_until: user.banned_until,
      deleted_at: user.deleted_at,
    }),
    ...(user.new_email && { new_email: user.new_email }),
    ...(user.new_phone && { new_phone: user.new_phone }),
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    identities: identities.map(presentIdentity),
    ...(factors.length > 0 && { factors: factors.map(presentFactor) }),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    is_anonymous: false,
  }
}

const presentIdentity = (identity: Account['identities'][number]) => ({
  identity_id: identity.id,
  id: identity.provider_id,
  user_id: identity.user_id,
  identity_data: identity.identity_data,
  provider: identity.provider,
  ...times({ last_sign_in_at: identity.last_sign_in_at }),
  created_at: identity.created_at.toISOString(),
  updated_at: identity.updated_at.toISOString(),
  ...(identity.email && { email: identity.email }),
})

/** A second factor in the protocol's form. */
export const presentFactor = (factor: Account['factors'][number]) => ({
  id: factor.id,
  ...(factor.friendly_name && { friendly_name: factor.friendly_name }),
  factor_type: factor.factor_type,
  status: factor.status,
  phone: factor.phone ?? '',
  created_at: factor.created_at.toISOString(),
  updated_at: factor.updated_at.toISOString(),
  last_challenged_at: factor.last_challenged_at?.toISOString() ?? null,
})

/** The times that are set. */
const times = (moments: Record<string, Date | null>) =>
  Object.fromEntries(
    Object.entries(moments).flatMap(([name, at]) => (at ? [[name, at.toISOString()]] : [])),
  ) as Record<string, string>
