import type { Info, TransferInfo } from '../driver.ts'
import { reasonOfFailure } from '../reasons-in-words.ts'
import type { Verdict } from './answers.ts'
import { infoOf, recordOf, transferInfoOf } from './fields.ts'

/** The API itself says that it has no record. */
export const NO_RECORD: Info = { state: 'absent' }

/** What a reading call says of a name. */
export function ofRecord(verdict: Verdict, name: string): Info {
  if (verdict.state === 'absent') return NO_RECORD
  if (verdict.state !== 'success') return { state: 'unclear', words: verdict.words }
  const named = recordOf(verdict.body['data'], name)
  return named?.isNamed
    ? infoOf(named.record)
    : { state: 'unclear', words: 'the answer is about another name' }
}

/** What a reading call says of a name that is moved to the account. */
export function ofTransfer(verdict: Verdict, name: string): TransferInfo {
  const named = verdict.state === 'success' ? recordOf(verdict.body['data'], name) : undefined
  return verdict.state === 'success' && named?.isNamed
    ? transferInfoOf(named.record, { clean: verdict.clean, reasonOf: reasonOfFailure })
    : ofRecord(verdict, name)
}
