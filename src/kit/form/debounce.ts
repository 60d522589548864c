import { useEffect, useState } from 'react'

/**
 * The text of an input whose value is stored elsewhere, such as in the address. A typed text is reported after a
 * pause of `ms`; a value that changes elsewhere replaces the text. If a reported value returns late, after more was
 * typed, it does not replace the text.
 */
export function useDebouncedText(value: string, onChange: (text: string) => void, ms = 300) {
  const [typed, setTyped] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  const [reported, setReported] = useState<readonly string[]>([])
  if (value !== lastValue) {
    setLastValue(value)
    setReported(reported.slice(reported.indexOf(value) + 1))
    if (!reported.includes(value)) setTyped(value)
  }
  useEffect(() => {
    if (typed === value) return undefined
    const timer = setTimeout(() => {
      setReported((earlier) => [...earlier, typed])
      onChange(typed)
    }, ms)
    return () => clearTimeout(timer)
  }, [typed, value, onChange, ms])
  return [typed, setTyped] as const
}

/** The last value that did not change for `ms` milliseconds. */
export function useDebouncedValue<Value>(value: Value, ms = 300): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
