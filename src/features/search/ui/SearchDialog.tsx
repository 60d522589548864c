/* oxlint-disable jsx-a11y/click-events-have-key-events -- the input keeps the focus and handles the keys of its list, as the ARIA pattern requires */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { errorSentence } from '../../../client/error-messages.ts'
import { Button } from '../../../kit/Button.tsx'
import { classes } from '../../../kit/classes.ts'
import { useDebouncedValue } from '../../../kit/form/debounce.ts'
import { inputClasses } from '../../../kit/form/Field.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { Dialog } from '../../../kit/overlay/Dialog.tsx'
import { MOST_RESULTS, SHORTEST_SEARCH } from '../search.data.ts'
import { searchApi } from './search.api.ts'
import { type FoundScreen, type Hit, type HitGroup, hasMore, hitGroups } from './groups.ts'

const PAUSE_MS = 150

interface SearchDialogProps {
  screens: readonly FoundScreen[]
  open: boolean
  onClose: () => void
}

/** The search of the admins' area: an input with what it finds below, by kind. */
export function SearchDialog({ screens, open, onClose }: SearchDialogProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Dialog open={open} onClose={onClose} title={m.search_open()} isAtTop initialFocus={input}>
      <SearchBox inputRef={input} screens={screens} onClose={onClose} />
    </Dialog>
  )
}

interface SearchBoxProps extends Pick<SearchDialogProps, 'screens' | 'onClose'> {
  inputRef: React.RefObject<HTMLInputElement | null>
}

const optionsFor = (q: string, limit?: number) =>
  searchApi.find.queryOptions({ input: { q, limit }, staleTime: 10_000 })

/** Screens of which a word begins with the text. */
function matchingScreens(screens: readonly FoundScreen[], q: string): FoundScreen[] {
  const text = q.toLowerCase()
  return screens.filter(({ label }) => ` ${label().toLowerCase()}`.includes(` ${text}`))
}

function SearchBox({ inputRef, screens, onClose }: SearchBoxProps) {
  const id = useId()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const [isWhole, setWhole] = useState(false)
  const latest = useRef('')
  const q = typed.trim()
  const searched = useDebouncedValue(q, PAUSE_MS)
  const isLong = (text: string) => text.length >= SHORTEST_SEARCH
  const found = useQuery({
    ...optionsFor(searched, isWhole ? MOST_RESULTS : undefined),
    enabled: isLong(searched),
    placeholderData: keepPreviousData,
  })
  // What was found for an earlier text stays on screen, but is not the answer to this one.
  const isSettled = q === searched && !found.isFetching && !found.isPlaceholderData
  const groups = isLong(q) ? hitGroups(matchingScreens(screens, q), found.data, q) : []
  const hits = groups.flatMap((group) => group.hits)
  const at = Math.min(active, hits.length - 1)

  const open = (hit: Hit | undefined) => {
    if (!hit) return
    onClose()
    void navigate(hit.to)
  }
  /** Enter before the answer is there waits for it, unless another row was chosen or more was typed meanwhile. */
  const openChosen = async () => {
    if (isSettled || active > 0) return open(hits[at])
    if (!isLong(q)) return undefined
    const answer = await client.fetchQuery(optionsFor(q)).catch(() => undefined)
    if (answer && latest.current === q) open(hitGroups(matchingScreens(screens, q), answer, q)[0]?.hits[0])
    return undefined
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && hits.length) {
      event.preventDefault()
      const next = (at + step + hits.length) % hits.length
      setActive(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      void openChosen()
    }
  }
  const isNothing = isLong(q) && isSettled && !found.isError && hits.length === 0
  return (
    <>
      <div className="relative">
        <Search aria-hidden className="absolute inset-y-0 left-3 my-auto size-4 text-muted" />
        <input
          ref={inputRef}
          id={id}
          role="combobox"
          aria-label={m.search_everything()}
          aria-expanded={hits.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={hits.length ? `${id}-${at}` : undefined}
          aria-describedby={`${id}-about`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setActive(0)
            setWhole(false)
            latest.current = event.target.value.trim()
          }}
          onKeyDown={onKeyDown}
          className={classes(inputClasses, 'h-12 w-full pl-9')}
        />
      </div>
      <p id={`${id}-about`} className={classes('mt-2 text-sm text-muted', isLong(q) && 'sr-only')}>
        {m.search_about()}
      </p>
      {found.isError && isLong(q) ? (
        <Notice tone="error" className="mt-3">
          {errorSentence(m.search_failed)(found.error)}
        </Notice>
      ) : null}
      <Results id={id} groups={groups} active={at} isBusy={!isSettled} onOpen={open} />
      {isLong(q) && isSettled && !isWhole && hasMore(found.data) ? (
        <Button variant="secondary" size="small" className="mt-3" onClick={() => setWhole(true)}>
          {m.search_all()}
        </Button>
      ) : null}
      <p role="status" className={isNothing ? 'mt-3 text-muted' : 'sr-only'}>
        {isNothing ? m.kit_nothing_found() : isLong(q) && !isSettled ? m.kit_loading() : ''}
      </p>
    </>
  )
}

interface ResultsProps {
  id: string
  groups: readonly HitGroup[]
  active: number
  isBusy: boolean
  onOpen: (hit: Hit) => void
}

function Results({ id, groups, active, isBusy, onOpen }: ResultsProps) {
  const before = (group: number) => groups.slice(0, group).reduce((sum, { hits }) => sum + hits.length, 0)
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={m.search_results()}
      aria-busy={isBusy}
      hidden={groups.length === 0}
      className="mt-3 flex flex-col gap-3 [&[hidden]]:hidden"
    >
      {groups.map(({ label, hits }, group) => (
        <div key={label} role="group" aria-labelledby={`${id}-group-${group}`}>
          <p
            id={`${id}-group-${group}`}
            role="presentation"
            className="px-2.5 pb-1 text-sm font-semibold text-muted"
          >
            {label}
          </p>
          {hits.map((hit, index) => {
            const at = before(group) + index
            return (
              <div
                key={hit.key}
                id={`${id}-${at}`}
                role="option"
                aria-selected={at === active}
                tabIndex={-1}
                // Keeps the focus in the input.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onOpen(hit)}
                className={classes(
                  'flex touch cursor-pointer flex-wrap items-baseline gap-x-3 rounded-[5px] px-2.5 py-2 leading-5 hover:bg-well',
                  at === active && 'bg-well',
                )}
              >
                <span className="font-semibold wrap-anywhere">{hit.title}</span>
                <span className="min-w-0 text-sm text-muted wrap-anywhere">{hit.detail}</span>
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
