import { m } from '../../../../paraglide/messages.js'
import { Select, TextField } from '../../../../kit/form/Field.tsx'
import type { PersonState } from '../../../../shared/person.ts'
import { roleWords, stateWords } from './user-words.ts'

/** Which accounts an admin looks for; empty where all are wanted. */
export interface Filter {
  q: string
  role: '' | 'user' | 'admin'
  state: '' | PersonState
}

export const everybody: Filter = { q: '', role: '', state: '' }

/** The filter as the list's input: what is empty is left out. */
export const inputOf = ({ q, role, state }: Filter, cursor: string | undefined) => ({
  ...(q.trim() && { q: q.trim() }),
  ...(role && { role }),
  ...(state && { state }),
  ...(cursor && { cursor }),
})

const optionsOf = (words: Record<string, () => string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label: label() }))

/** What of the list is shown: by words, by role, by state. */
export function UserFilters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  return (
    <form role="search" onSubmit={(event) => event.preventDefault()} className="mb-4 flex flex-wrap gap-3">
      <TextField
        label={m.users_search()}
        placeholder={m.users_search_placeholder()}
        className="min-w-52 flex-1 max-sm:basis-full"
        type="search"
        value={filter.q}
        onChange={(event) => onChange({ ...filter, q: event.target.value })}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
      />
      <Select
        label={m.users_role()}
        className="w-40 max-sm:w-auto max-sm:flex-1"
        placeholder={m.users_all_roles()}
        value={filter.role}
        onChange={(event) => onChange({ ...filter, role: event.target.value as Filter['role'] })}
        options={optionsOf(roleWords)}
      />
      <Select
        label={m.users_state()}
        className="w-48 max-sm:w-auto max-sm:flex-1"
        placeholder={m.users_all_states()}
        value={filter.state}
        onChange={(event) => onChange({ ...filter, state: event.target.value as Filter['state'] })}
        options={optionsOf(stateWords)}
      />
    </form>
  )
}
