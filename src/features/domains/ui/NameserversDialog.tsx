import { registryApi } from './registry.api.ts'
import { m } from '../../../paraglide/messages.js'
import { useStateForm } from '../../../client/form/use-state-form.ts'
import { Button } from '../../../kit/Button.tsx'
import { TextField } from '../../../kit/form/Field.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { Dialog } from '../../../kit/overlay/Dialog.tsx'
import { domainsApi, type Registry } from './domains.api.ts'
import { registryFailure } from './registry-failure.ts'

/** Registries take at most so many. */
const MOST = 5
const host = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/

interface NameserversDialogProps {
  id: string
  registry: Registry
  onClose: () => void
}

/** The form of a domain's nameservers, with those of the shop at one press. */
export function NameserversDialog({ id, registry, onClose }: NameserversDialogProps) {
  const { nameservers, default_nameservers: ours } = registry
  const rowsOf = (hosts: readonly string[]) => Array.from({ length: MOST }, (_, at) => hosts[at] ?? '')
  const form = useStateForm({
    start: { hosts: rowsOf(nameservers ?? []) },
    problemsOf({ hosts }) {
      const typed = typedIn(hosts)
      const wrong = typed.some((one) => !host.test(one))
      return {
        hosts: wrong ? m.registry_nameserver_wrong() : typed.length < 2 && m.registry_nameservers_two(),
      }
    },
    send: ({ hosts }) => registryApi.nameservers.call({ id, nameservers: typedIn(hosts) }),
    done: m.registry_sent(),
    onDone: onClose,
    failure: registryFailure,
    stale: [domainsApi.key()],
  })
  const { hosts } = form.values
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.registry_nameservers_change()}
      description={m.registry_nameservers_about()}
    >
      <form noValidate onSubmit={form.submit} className="grid gap-3">
        {ours.length > 1 ? (
          <Button
            variant="secondary"
            size="small"
            className="justify-self-start"
            onClick={() => form.set({ hosts: rowsOf(ours) })}
          >
            {m.registry_nameservers_ours()}
          </Button>
        ) : null}
        {hosts.map((value, at) => (
          <TextField
            key={`${at}`}
            label={m.registry_nameserver({ number: at + 1 })}
            optional={at > 1}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={253}
            value={value}
            onChange={({ target }) =>
              form.set({ hosts: hosts.map((one, place) => (place === at ? target.value : one)) })
            }
          />
        ))}
        {form.errorOf('hosts') ? <Notice tone="error">{form.errorOf('hosts')}</Notice> : null}
        {form.failure ? <Notice tone="error">{form.failure}</Notice> : null}
        <div className="mt-2 flex flex-wrap justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            {m.kit_cancel()}
          </Button>
          <Button type="submit" busy={form.busy}>
            {m.common_save()}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const typedIn = (hosts: readonly string[]) => hosts.map((one) => one.trim().toLowerCase()).filter(Boolean)
