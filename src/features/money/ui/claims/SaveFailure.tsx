import { Notice } from '../../../../kit/Notice.tsx'

/** What failed, and why. */
export interface FailureTexts {
  what: string
  why: string
}

interface SaveFailureProps {
  error: unknown
  textsOf: (error: unknown) => FailureTexts
}

/** Why a save was refused. Shows nothing without an error. */
export function SaveFailure({ error, textsOf }: SaveFailureProps) {
  if (!error) return null
  const { what, why } = textsOf(error)
  return (
    <Notice tone="error">
      <b>{what}</b> {why}
    </Notice>
  )
}
