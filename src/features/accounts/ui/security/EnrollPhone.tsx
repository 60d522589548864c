import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AuthError } from '@supabase/auth-js'
import { useState, type FormEvent } from 'react'
import { accountsApi } from '../api.ts'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { TextField } from '../../../../kit/form/Field.tsx'
import { serviceWords } from '../service-words.ts'
import { beginPhone } from './factors.ts'
import { TextedCode } from './TextedCode.tsx'
import { typed } from './typed.ts'

/** Adds a phone that is sent codes: its number, then the first code. */
export function EnrollPhone({ onDone }: { onDone: () => void }) {
  const profile = useQueryClient().getQueryData(accountsApi.profile.queryKey())
  const [isInvalid, setInvalid] = useState(false)
  const begun = useMutation({
    mutationFn: async (phone: string) => ({ phone, id: await beginPhone(phone) }),
  })
  const begin = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const number = typed(event.currentTarget, 'phone')
    // The rules of the world's phone numbers are heavy: they come when they are needed.
    const { normalPhone } = await import('../../phone.ts')
    const phone = normalPhone(number, profile?.country)
    setInvalid(!phone)
    if (phone && !begun.isPending) begun.mutate(phone)
  }
  if (begun.data)
    return (
      <>
        <p role="status" className="font-semibold">
          {m.security_sms_sent({ phone: begun.data.phone })}
        </p>
        <TextedCode factorId={begun.data.id} submit={m.security_turn_on()} onDone={onDone} />
        <p className="mt-2 -ml-4">
          <Button variant="quiet" onClick={() => begun.reset()}>
            {m.security_phone_other()}
          </Button>
        </p>
      </>
    )
  return (
    <form noValidate onSubmit={(event) => void begin(event)} className="grid gap-4">
      <TextField
        label={m.accounts_phone()}
        description={m.security_phone_about()}
        name="phone"
        type="tel"
        autoComplete="tel"
        defaultValue={begun.variables ?? profile?.phone_number ?? ''}
        error={isInvalid ? m.accounts_phone_invalid() : undefined}
      />
      {begun.isError ? <Notice tone="error">{serviceWords(begun.error as AuthError)}</Notice> : null}
      <Button type="submit" busy={begun.isPending} className="justify-self-start">
        {m.accounts_code_send()}
      </Button>
    </form>
  )
}
