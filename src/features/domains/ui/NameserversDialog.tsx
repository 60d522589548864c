import { useState } from 'react'
import { registryApi } from './registry.api.ts'
import { m } from '../../../paraglide/messages.js'
import { useStateForm } from '../../../client/form/use-state-form.ts'
import { Button } from '../../../kit/Button.tsx'
import { TextField } from '../../../kit/form/Field.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { Dialog } from '../../../kit/overlay/Dialog.tsx'
import { hostPattern } from '../../../shared/host-name.ts'
import { domainsApi, type Registry } from './domains.api.ts'
import { registryFailure } from './registry-failure.ts'

/** Registries take at most so many. */
const MOST = 5

interface NameserversDialogProps {
  id: string
  name: string
  registry: Registry
  onClose: () => void
}

/**
 * The form of a domain's nameservers, with those of the shop at one press. They are asked before they are set, and one more
 * press sets those that do not know the name.
 */
export function NameserversDialog({ id, name, registry, onClose }: NameserversDialogProps) {
  const { nameservers, default_nameservers: ours } = registry
  const rowsOf = (hosts: readonly string[]) => Array.from({ length: MOST }, (_, at) => hosts[at] ?? '')
  const [checked, setChecked] = useState<{ hosts: string; doubts: Doubt[]; known: number }>()
  const form = useStateForm({
    start: { hosts: rowsOf(nameservers ?? []) },
    problemsOf({ hosts }) {
      const typed = typedIn(hosts)
      const wrong = typed.some((one) => !hostPattern.test(one))
      return {
        hosts: wrong ? m.registry_nameserver_wrong() : typed.length < 2 && m.registry_nameservers_two(),
      }
    },
    async send({ hosts }) {
      const typed = typedIn(hosts)
      // Those of the shop are its own business. What can't be found out keeps nobody from saving.
      if (checked?.hosts !== typed.join() && typed.join() !== ours.join()) {
        const found = await doubtsOf(id, typed).catch(() => ({ doubts: [], known: 0 }))
        if (found.doubts.length) return found
      }
      await registryApi.nameservers.call({ id, nameservers: typed })
      return null
    },
    done: (found) => (found ? undefined : m.registry_sent()),
    onDone: (found, { hosts }) =>
      found ? setChecked({ ...found, hosts: typedIn(hosts).join() }) : onClose(),
    failure: registryFailure,
    stale: [domainsApi.key()],
  })
  const { hosts } = form.values
  // One more than are filled in.
  const rows = hosts.filter((_, at) => at < 2 || hosts.slice(at - 1).some((host) => host.trim() !== ''))
  const doubted = checked?.hosts === typedIn(hosts).join() ? checked : undefined
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
        {rows.map((value, at) => (
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
        {doubted ? (
          <Notice tone="warning">
            <p className="font-semibold">
              {doubted.known ? m.registry_nameservers_doubt_some() : m.registry_nameservers_doubt()}
            </p>
            <ul className="mt-1 grid gap-1">
              {doubted.doubts.map(({ host, state }) => (
                <li key={host} className="wrap-anywhere">
                  {doubtSentences[state]({ host, name })}
                </li>
              ))}
            </ul>
          </Notice>
        ) : null}
        {form.failure ? <Notice tone="error">{form.failure}</Notice> : null}
        <div className="mt-2 flex flex-wrap justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            {m.kit_cancel()}
          </Button>
          <Button type="submit" busy={form.busy}>
            {doubted ? m.registry_nameservers_anyway() : m.common_save()}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const doubtSentences = {
  other: m.registry_nameserver_other,
  silent: m.registry_nameserver_silent,
  'no-address': m.registry_nameserver_no_address,
}

interface Doubt {
  host: string
  state: keyof typeof doubtSentences
}

/** The nameservers that would not bring anybody to the name, and how many would. */
async function doubtsOf(id: string, nameservers: string[]): Promise<{ doubts: Doubt[]; known: number }> {
  const { items } = await registryApi.checkNameservers.call({ id, nameservers })
  const doubts = items.flatMap(({ host, state }) =>
    state === 'knows' || state === 'unknown' ? [] : [{ host, state }],
  )
  return { doubts, known: items.filter(({ state }) => state === 'knows').length }
}

const typedIn = (hosts: readonly string[]) => hosts.map((one) => one.trim().toLowerCase()).filter(Boolean)
