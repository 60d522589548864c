import type { Database } from '../../../server/database/database.ts'
import { StartError } from '../../../server/start-error.ts'
import { type Break, verifyAudit } from './verify.ts'

const reasonTexts: Record<Break['reason'], string> = {
  missing: 'there is no such row',
  changed: 'the row does not follow the one before it: it was changed, or moved',
  contents: 'what stood before or after is not what was sealed',
  erased: 'its contents are gone, and no erasure tells of it',
  end: 'the chain is not the one that was known',
}

/**
 * Verifies the audit log for the command line and returns a sentence.
 * @param known the end of the chain that an earlier run printed, `SEQ:HASH`; it must be part of the chain
 * @throws StartError that names the break, so that the command fails
 */
export async function verifyFromShell(database: Database, known: string | undefined): Promise<string> {
  const parsed = /^(\d+):([0-9a-f]{64})$/.exec(known ?? '')
  if (known && !parsed)
    throw new StartError('The end of a chain looks like 1234:0a1b…, as this command prints it.')
  const { broken, checked, unsealed, erased, end } = await verifyAudit(
    (work) => database.read('service', work),
    parsed ? { seq: Number(parsed[1]), hash: parsed[2]! } : undefined,
  )
  if (broken)
    throw new StartError(
      `The audit log breaks at row ${broken.seq}: ${reasonTexts[broken.reason]}${broken.id ? ` (${broken.id})` : ''}.`,
    )
  return [
    `The audit log holds: ${checked} rows in the chain, ${erased} of them with erased contents, ${unsealed} not sealed yet.`,
    `Its end, to be kept elsewhere and given to this command later: ${end.seq}:${end.hash}`,
  ].join('\n')
}
