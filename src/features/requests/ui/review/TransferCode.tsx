import { m } from '../../../../paraglide/messages.js'
import { errorSentence } from '../../../../client/error-messages.ts'
import { useAct } from '../../../../client/form/act.ts'
import { useMay } from '../../../../client/session/staff.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { Copyable } from '../../../../kit/Copyable.tsx'
import { createApi } from '../../../../client/api.ts'
import { transferCodeContract } from '../../transfer-code.contract.ts'

const transferCodeApi = createApi('transferCode', transferCodeContract)

/** Shows the staff the code of a transfer that a person carries out. It goes with the panel. */
export function TransferCode({ id }: { id: string }) {
  const may = useMay()
  const show = useAct({
    send: () => transferCodeApi.show.call({ id }),
    failure: errorSentence(m.transfers_code_none, { NOT_NOW: m.transfers_code_none }),
  })
  if (!may('requests.write')) return null
  return show.data ? (
    <p className="rounded-control bg-well px-4 py-3 font-mono wrap-anywhere">
      <Copyable text={show.data.code} label={m.transfers_code_copy()} />
    </p>
  ) : (
    <div>
      <Button variant="secondary" size="small" busy={show.isPending} onClick={() => show.mutate()}>
        {m.transfers_code_show()}
      </Button>
      <p className="mt-1.5 text-sm text-muted">{m.transfers_code_about()}</p>
    </div>
  )
}
