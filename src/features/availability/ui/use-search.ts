import { useState, type FormEventHandler } from 'react'
import { useNavigate } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { readName } from '../names.ts'

/** Sends a typed name to the results, or says what is wrong with it where it was typed. */
export function useSearch() {
  const [error, setError] = useState<string>()
  const navigate = useNavigate()

  async function search(form: HTMLFormElement) {
    const field = form.querySelector('input')
    const name = await readName(field?.value ?? '')
    setError(name.ok ? undefined : m.search_invalid())
    if (name.ok) await navigate(`/results?domain=${name.label}`)
    else field?.focus()
  }
  const onSubmit: FormEventHandler<HTMLFormElement> = (event) => {
    event.preventDefault()
    void search(event.currentTarget)
  }
  return { error, onSubmit }
}
