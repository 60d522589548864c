import { Notice } from '../../../../kit/Notice.tsx'

export interface FailureTexts {
  what: string
  why: string
}

interface SaveFailureProps {
  error: unknown
  textsOf: (error: unknown) => FailureTexts
}

export function SaveFailure({ error, textsOf }: SaveFailureProps) {
  if (!error) return null
  const { what, why } = textsOf(error)
  return (
    <Notice tone="error">
      <b>{what}</b> {why}
    </Notice>
  )
}
