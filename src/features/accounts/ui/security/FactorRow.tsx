import { useMutation } from '@tanstack/react-query'
import type { AuthError, Factor } from '@supabase/auth-js'
import { useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { ConfirmDialog } from '../../../../kit/overlay/Dialog.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { FormattedDate } from '../../../../kit/dates.tsx'
import { serviceWords } from '../service-words.ts'
import { auth } from '../../../../client/session.ts'
import { factorName } from './factors.ts'
import { orThrow } from './or-throw.ts'

interface FactorRowProps {
  factor: Factor
  /** The recovery codes go with the last one. */
  isLast: boolean
  onRemoved: () => void
}

/** One app or phone, and its removal, which is asked about once. */
export function FactorRow({ factor, isLast, onRemoved }: FactorRowProps) {
  const [asking, setAsking] = useState(false)
  const isPhone = factor.factor_type === 'phone'
  const name = factorName(factor)
  const removing = useMutation({
    async mutationFn() {
      orThrow(await auth.mfa.unenroll({ factorId: factor.id }))
      // This session is aal1 from now on, and its token should say so.
      orThrow(await auth.refreshSession())
    },
    onSuccess() {
      setAsking(false)
      toast.success(m.security_removed())
      onRemoved()
    },
    onError: (error) => toast.error(serviceWords(error as AuthError)),
  })
  return (
    <>
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">
          {isPhone ? `${m.security_by_sms()} · ` : ''}
          {m.security_added()} <FormattedDate at={factor.created_at} />
        </p>
      </div>
      <Button
        variant="danger"
        size="small"
        aria-label={m.security_remove_app({ name })}
        onClick={() => setAsking(true)}
      >
        {m.security_remove()}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={m.security_remove_app({ name })}
        confirm={m.security_remove()}
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
