import { useState } from 'react'
import { accountsApi } from '../api.ts'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { Copyable } from '../../../../kit/Copyable.tsx'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { useAct, type UserDetails } from './acts.ts'
import { userName } from './UserTable.tsx'

/** Lets somebody choose a new password: by a mail, or by a link that is shown here once, to hand on. */
export function Recovery({ user }: { user: UserDetails }) {
  const [link, setLink] = useState<string>()
  const recover = useAct(
    () => accountsApi.users.recover.call({ id: user.id }),
    (answer) => {
      if (answer.link) setLink(answer.link)
      return answer.sent_to ? m.users_recovery_sent({ email: answer.sent_to }) : undefined
    },
  )
  return (
    <>
      <Button
        variant="secondary"
        disabled={!user.email}
        busy={recover.isPending}
        onClick={() => recover.mutate()}
      >
        {m.users_recover()}
      </Button>
      <Dialog
        open={link !== undefined}
        onClose={() => setLink(undefined)}
        title={m.users_recovery_link()}
        description={m.users_recovery_link_about({ name: userName(user) })}
      >
        <div className="rounded-control bg-well p-3 text-sm">
          <Copyable text={link ?? ''} />
        </div>
      </Dialog>
    </>
  )
}
