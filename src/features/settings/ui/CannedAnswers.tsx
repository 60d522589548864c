import { useQuery } from '@tanstack/react-query'
import { MessageSquareReply } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { Menu, MenuItem } from '../../../kit/overlay/Menu.tsx'
import { settingsApi } from './settings.api.ts'

interface CannedAnswersProps {
  /** Opens above its button, which is an icon alone. */
  above?: boolean
  onPick: (text: string) => void
}

/** The menu of the shop's canned answers. Gives the whole text of the chosen one. Nothing where there are none. */
export function CannedAnswers({ above = false, onPick }: CannedAnswersProps) {
  const { data } = useQuery(settingsApi.answers.queryOptions({ staleTime: Infinity }))
  if (!data?.items.length) return null
  return (
    <Menu
      above={above}
      label={
        <>
          <MessageSquareReply aria-hidden className="size-4" />
          <span className={above ? 'sr-only' : undefined}>{m.settings_answers()}</span>
        </>
      }
    >
      <div className="max-h-72 overflow-y-auto">
        {data.items.map(({ name, text }) => (
          <MenuItem key={name} onSelect={() => onPick(text)}>
            {name}
          </MenuItem>
        ))}
      </div>
    </Menu>
  )
}
