import { KeyRound, MessageSquareText, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { Factor } from '@supabase/auth-js'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { ConfirmDialog, Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { authErrorMessage, orThrow } from '../auth-service.ts'
import { factorName } from './factor-names.ts'
import { isPhone, useReloadLogins } from './factors.ts'
import { MomentDay } from '../../../../kit/dates.tsx'
import { callAuth } from '../../../../client/session/session.ts'
import { useAct } from '../../../../client/form/act.ts'
import { createRecoveryCodes, RecoveryCodes } from './RecoveryCodes.tsx'

interface FactorListProps {
  factors: Factor[]
  /** Unused recovery codes. Undefined if the person has none. */
  codesLeft: number | undefined
  onRemoved: () => void
}

/** The apps and phones of an account, and its recovery codes. */
export function FactorList({ factors, codesLeft, onRemoved }: FactorListProps) {
  return (
    <ul className="mt-4 divide-y divide-line rounded-card border border-line bg-card">
      {factors.map((factor) => (
        <li key={factor.id} className="flex flex-wrap items-center gap-3 p-4">
          <FactorIcon isPhone={isPhone(factor)} />
          <FactorRow factor={factor} isLast={factors.length === 1} onRemoved={onRemoved} />
        </li>
      ))}
      <li className="flex flex-wrap items-center gap-3 p-4">
        <KeyRound aria-hidden className="size-5 shrink-0 text-muted" />
        <RecoveryCodesRow left={codesLeft} />
      </li>
    </ul>
  )
}

function FactorIcon({ isPhone }: { isPhone: boolean }) {
  const Icon = isPhone ? MessageSquareText : Smartphone
  return <Icon aria-hidden className="size-5 shrink-0 text-muted" />
}

interface FactorRowProps {
  factor: Factor
  /** The recovery codes are removed with the last factor. */
  isLast: boolean
  onRemoved: () => void
}

/** One app or phone, with its removal after a confirmation. */
function FactorRow({ factor, isLast, onRemoved }: FactorRowProps) {
  const [isOpen, setOpen] = useState(false)
  const isPhone = factor.factor_type === 'phone'
  const name = factorName(factor)
  const removing = useAct({
    async send() {
      orThrow(await callAuth((auth) => auth.mfa.unenroll({ factorId: factor.id })))
      // The session is now aal1. A refresh updates its token.
      orThrow(await callAuth((auth) => auth.refreshSession()))
    },
    done: m.security_removed(),
    onDone() {
      setOpen(false)
      onRemoved()
    },
    failure: authErrorMessage,
  })
  return (
    <>
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">
          {isPhone ? `${m.security_by_sms()} · ` : ''}
          {m.security_added()} <MomentDay at={factor.created_at} />
        </p>
      </div>
      <Button
        variant="danger"
        size="small"
        aria-label={m.common_remove_name({ name })}
        onClick={() => setOpen(true)}
      >
        {m.common_remove()}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={m.common_remove_name({ name })}
        confirm={m.common_remove()}
        onConfirm={() => removing.mutate()}
        busy={removing.isPending}
        danger
      >
        {isLast
          ? m.security_remove_last_text()
          : isPhone
            ? m.security_remove_phone_text()
            : m.security_remove_text()}
      </ConfirmDialog>
    </>
  )
}

/** The number of unused recovery codes, and their replacement. */
function RecoveryCodesRow({ left }: { left: number | undefined }) {
  const reload = useReloadLogins()
  const creation = useAct({
    send: () => createRecoveryCodes(left !== undefined),
    failure: authErrorMessage,
  })
  const close = () => {
    creation.reset()
    void reload()
  }
  return (
    <>
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold">{m.security_recovery_codes()}</p>
        <p className="text-sm text-muted">
          {left === undefined ? m.security_codes_none() : m.security_codes_left({ left })}
        </p>
      </div>
      <Button
        variant="secondary"
        size="small"
        className="max-sm:ml-8"
        busy={creation.isPending}
        onClick={() => creation.mutate()}
      >
        {left === undefined ? m.security_codes_make() : m.security_codes_replace()}
      </Button>
      <Dialog open={Boolean(creation.data)} onClose={close} title={m.security_recovery_codes()}>
        <RecoveryCodes codes={creation.data ?? []} onSaved={close} />
      </Dialog>
    </>
  )
}
