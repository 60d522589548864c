import type { Database } from '../../../server/database/database.ts'
import { StartError } from '../../../server/start-error.ts'
import { type Break, verifyAudit } from './verify.ts'

const because: Record<Break['reason'], string> = {
  missing: 'there is no such row',
  changed: 'the row does not follow the one before it: it was changed, or moved',
  contents: 'what stood before or after is not what was sealed',
  erased: 'its contents are gone, and no erasure tells of it',
  end: 'the chain is not the one that was known',
}

/**
 * Walks the audit log's chain for the shell, and gives a sentence.
 * @param known the end of the chain as an earlier walk printed it, `SEQ:HASH`: it must still be in the chain
 * @throws StartError that says where the chain breaks, so that the command fails
 */
export async function verifyFromShell(database: Database, known: string | undefined): Promise<string> {
  const kept = /^(\d+):([0-9a-f]{64})$/.exec(known ?? '')
  if (known && !kept)
    throw new StartError('The end of a chain looks like 1234:0a1b…, as this command prints it.')
  const { broken, checked, unsealed, erased, end } = await verifyAudit(
    (work) => database.read('service', work),
    kept ? { seq: Number(kept[1]), hash: kept[2]! } : undefined,
  )
  if (broken)
    throw new StartError(
      `The audit log breaks at row ${broken.seq}: ${because[broken.reason]}${broken.id ? ` (${broken.id})` : ''}.`,
    )
  return [
    `The audit log holds: ${checked} rows in the chain, ${erased} of them with erased contents, ${unsealed} not sealed yet.`,
    `Its end, to be kept elsewhere and given to this command later: ${end.seq}:${end.hash}`,
  ].join('\n')
}
