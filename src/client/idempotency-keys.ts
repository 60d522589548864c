import { useState } from 'react'
import { randomUUID } from './random-uuid.ts'

/** Gives the same key for the same input, so that a repeated press after a lost answer is the same call. */
export function useIdempotencyKeys(): (input: unknown) => string {
  const [keys] = useState(() => new Map<string, string>())
  return (input) => {
    const attempt = JSON.stringify(input)
    const key = keys.get(attempt) ?? randomUUID()
    keys.set(attempt, key)
    return key
  }
}
