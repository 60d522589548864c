import { Notice } from '../../../../kit/Notice.tsx'
import type { FailureWords } from './save-failure.ts'

interface SaveFailureProps {
  error: unknown
  wordsOf: (error: unknown) => FailureWords
}

/** Why a save was refused; what was typed still stands above it. */
export function SaveFailure({ error, wordsOf }: SaveFailureProps) {
  if (!error) return null
  const { what, why } = wordsOf(error)
  return (
    <Notice tone="error">
      <b>{what}</b> {why}
    </Notice>
  )
}
