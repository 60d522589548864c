import { m } from '../../../paraglide/messages.js'
import { Select, TextField } from '../../../kit/form/Field.tsx'
import { type MailStatus, statusWords } from './mail-words.ts'

export interface MailFilter {
  q: string
  status: MailStatus | ''
}

interface MailFiltersProps {
  filter: MailFilter
  onChange: (filter: MailFilter) => void
}

/** Which mails are shown: by the address they went to, by how far they are. */
export function MailFilters({ filter, onChange }: MailFiltersProps) {
  return (
    <form role="search" onSubmit={(event) => event.preventDefault()} className="mb-4 flex flex-wrap gap-3">
      <TextField
        label={m.mails_search()}
        placeholder={m.mails_search_placeholder()}
        className="min-w-52 flex-1 max-sm:basis-full sm:max-w-96"
        type="search"
        value={filter.q}
        onChange={(event) => onChange({ ...filter, q: event.target.value })}
        autoComplete="off"
        spellCheck={false}
        maxLength={255}
      />
      <Select
        label={m.mails_status()}
        className="w-44 max-sm:w-auto max-sm:flex-1"
        placeholder={m.mails_all()}
        value={filter.status}
        onChange={(event) => onChange({ ...filter, status: event.target.value as MailFilter['status'] })}
        options={Object.entries(statusWords).map(([value, words]) => ({
          value,
          label: value === 'sent' ? m.mails_sent_or_to_file() : words(),
        }))}
      />
    </form>
  )
}
