import { useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { PasswordField } from '../../../../kit/form/Field.tsx'
import { NonceField, rules } from '../account-fields.tsx'
import { ProfileSection, saveVariant } from '../profile/ProfileSection.tsx'
import { authErrorMessage, orThrow, providerTitle, useAuthSettings } from '../auth-service.ts'
import { callAuth, useSession } from '../../../../client/session/session.ts'
import { FieldProblem, useSubmitForm } from '../../../../client/form/use-submit-form.ts'
import { useOwnLogins } from './factors.ts'
import type { UserIdentity } from '@supabase/auth-js'
import { AtSign, LogIn, Phone } from 'lucide-react'
import { ErrorState } from '../../../../kit/list/list-states.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'

/**
 * Changes the password. It asks for the current one, unless the log-in was by a mailed code, and for a mailed code in an
 * old session.
 */
export function PasswordSection() {
  const [wasChanged, setChanged] = useState(false)
  const [needsNonce, setNeedsNonce] = useState(false)
  const session = useSession()
  const [wantsCurrent, setWantsCurrent] = useState(false)
  const needsCurrent = wantsCurrent || (session.status === 'signed-in' && session.byPassword)
  const { field, formState, reset, submit, busy, failure } = useSubmitForm({
    defaultValues: { current: '', password: '', nonce: '' },
    async send({ current, password, nonce }) {
      const { error } = await callAuth((auth) =>
        auth.updateUser({
          password,
          ...(current && { current_password: current }),
          ...(nonce && { nonce }),
        }),
      )
      if (!error) return true
      if (error.code === 'reauthentication_needed') {
        orThrow(await callAuth((auth) => auth.reauthenticate()))
        setNeedsNonce(true)
        return false
      }
      if (error.code === 'current_password_invalid' || error.code === 'current_password_required') {
        setWantsCurrent(true)
        throw new FieldProblem(
          'current',
          current ? m.security_password_wrong() : m.security_password_missing(),
        )
      }
      const field = fieldOfError[error.code ?? '']
      throw field ? new FieldProblem(field, authErrorMessage(error)) : error
    },
    done: (isChanged) => (isChanged ? m.security_password_changed() : undefined),
    onDone(isChanged) {
      if (!isChanged) return
      setNeedsNonce(false)
      setChanged(true)
      reset()
    },
    failure: authErrorMessage,
  })

  return (
    <ProfileSection title={m.common_password()} about={m.security_password_about()}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        {needsCurrent ? <PasswordField label={m.security_password_current()} {...field('current')} /> : null}
        <PasswordField
          label={m.common_new_password()}
          description={m.accounts_password_rule()}
          autoComplete="new-password"
          {...field('password', rules.newPassword)}
        />
        {needsNonce ? <NonceField {...field('nonce')} /> : null}
        {failure ? <Notice tone="error">{failure}</Notice> : null}
        {wasChanged ? <Notice tone="success">{m.security_password_is_new()}</Notice> : null}
        <Button type="submit" variant={saveVariant({ formState })} busy={busy} className="justify-self-start">
          {m.security_password_change()}
        </Button>
      </form>
    </ProfileSection>
  )
}

/** The fields that refusals of a new password belong to. */
const fieldOfError: Record<string, string> = {
  reauthentication_not_valid: 'nonce',
  same_password: 'password',
  weak_password: 'password',
}

const icons: Record<string, typeof LogIn> = { email: AtSign, phone: Phone }

/** The identities of the account: its address, and log-ins at providers. */
export function LinkedLogins() {
  const logins = useOwnLogins()
  const { data: settings } = useAuthSettings()
  return (
    <ProfileSection title={m.security_logins()} about={m.security_logins_about()}>
      {logins.isError ? (
        <ErrorState title={m.security_logins_failed()} query={logins} />
      ) : (
        <ul
          aria-label={m.security_logins()}
          aria-busy={!logins.data}
          className="divide-y divide-line rounded-card border border-line bg-card"
        >
          {logins.isPending ? (
            <li className="p-4">
              <Skeleton className="h-4 w-1/2" />
            </li>
          ) : null}
          {logins.data?.identities.map((identity) => (
            <LoginRow
              key={identity.identity_id}
              identity={identity}
              name={identityName(identity.provider) ?? providerTitle(settings, identity.provider)}
            />
          ))}
        </ul>
      )}
    </ProfileSection>
  )
}

function LoginRow({ identity, name }: { identity: UserIdentity; name: string }) {
  const Icon = icons[identity.provider] ?? LogIn
  return (
    <li className="flex flex-wrap items-center gap-3 p-4">
      <Icon aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-muted wrap-anywhere">{identityAddress(identity)}</p>
      </div>
    </li>
  )
}

const identityAddress = ({ identity_data: data }: UserIdentity) =>
  String(data?.['email'] ?? data?.['phone'] ?? '')

function identityName(provider: string): string | undefined {
  if (provider === 'email') return m.security_login_email()
  return provider === 'phone' ? m.common_phone_number() : undefined
}
