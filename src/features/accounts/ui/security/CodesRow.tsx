import { useMutation } from '@tanstack/react-query'
import type { AuthError } from '@supabase/auth-js'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { serviceWords } from '../service-words.ts'
import { useFactorsChanged } from './factors.ts'
import { makeCodes } from './make-codes.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** How many recovery codes are left, and new ones in their place. */
export function CodesRow({ left }: { left: number | undefined }) {
  const changed = useFactorsChanged()
  const making = useMutation({
    mutationFn: () => makeCodes(left !== undefined),
    onError: (error) => toast.error(serviceWords(error as AuthError)),
  })
  const close = () => {
    making.reset()
    void changed()
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
        busy={making.isPending}
        onClick={() => making.mutate()}
      >
        {left === undefined ? m.security_codes_make() : m.security_codes_replace()}
      </Button>
      <Dialog open={Boolean(making.data)} onClose={close} title={m.security_recovery_codes()}>
        <RecoveryCodes codes={making.data ?? []} onKept={close} />
      </Dialog>
    </>
  )
}
