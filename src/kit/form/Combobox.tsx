/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events -- the input keeps the focus and handles the keys of its list, as the ARIA pattern requires */
import { Check, ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { m } from '../../paraglide/messages.js'
import { classes } from '../classes.ts'
import { Field, inputClasses, type FieldProps } from './Field.tsx'
import { matching } from '../../shared/texts/matching.ts'

interface ComboboxProps<Item> extends FieldProps {
  id?: string
  items: readonly Item[]
  value: Item | null
  onChange: (item: Item) => void
  onBlur?: () => void
  /** The label of an item: shown in the input and matched against what is typed. */
  itemLabel: (item: Item) => string
  /** A unique key of an item. */
  keyOf: (item: Item) => string
  /** Renders an item in the list; its label by default. */
  renderItem?: (item: Item) => ReactNode
  placeholder?: string
  /** More items are being fetched. */
  isLoading?: boolean
  onFocus?: () => void
  inputRef?: Ref<HTMLInputElement>
}

/**
 * A choice from a long list, filtered by typing; accents and case do not matter. Keys and roles follow the editable
 * combobox of the ARIA authoring practices. Base UI's combobox is not used: while its list is open, it hides the rest
 * of the page, its own label included, from screen readers.
 */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const {
    items,
    value,
    onChange,
    onBlur,
    itemLabel,
    keyOf,
    renderItem = itemLabel,
    placeholder,
    isLoading,
    onFocus,
    inputRef,
    id,
    ...field
  } = props
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const list = useRef<HTMLUListElement>(null)
  const found = open ? matching(items, itemLabel, typed ?? '') : []

  useEffect(() => {
    // In braces: newer browsers return a promise, which React would take for a clean-up function.
    if (open) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active, open])

  const openList = () => {
    if (open) return
    setActive(
      Math.max(
        0,
        items.findIndex((item) => value !== null && keyOf(item) === keyOf(value)),
      ),
    )
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    setTyped(null)
  }
  const choose = (item: Item | undefined) => {
    if (item !== undefined) onChange(item)
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (open) setActive((active + step + found.length) % Math.max(1, found.length))
      else openList()
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      choose(found[active])
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation()
      close()
    }
  }

  return (
    <Field {...field} id={id}>
      {(attributes) => (
        <div className="relative">
          <input
            {...attributes}
            ref={inputRef}
            role="combobox"
            aria-expanded={open}
            aria-controls={`${attributes.id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={open && found.length > 0 ? `${attributes.id}-${active}` : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            onFocus={onFocus}
            value={typed ?? (value === null ? '' : itemLabel(value))}
            onChange={(event) => {
              setTyped(event.target.value)
              setActive(0)
              setOpen(true)
            }}
            onClick={(event) => {
              event.currentTarget.select()
              openList()
            }}
            onKeyDown={onKeyDown}
            onBlur={() => {
              close()
              onBlur?.()
            }}
            className={classes(inputClasses, 'h-10 pr-10')}
          />
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted"
          />
          <div hidden={!open} className={listClasses}>
            <ul ref={list} id={`${attributes.id}-list`} role="listbox" aria-label={m.kit_choices()}>
              {found.map((item, index) => (
                <li
                  key={keyOf(item)}
                  id={`${attributes.id}-${index}`}
                  role="option"
                  aria-selected={index === active}
                  // Keeps the focus in the input: a blur would close the list before the click arrives.
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => choose(item)}
                  className={classes(itemClasses, index === active && 'bg-well')}
                >
                  <span className="min-w-0 flex-1">{renderItem(item)}</span>
                  {value !== null && keyOf(item) === keyOf(value) ? (
                    <Check aria-hidden className="size-4 text-primary" />
                  ) : null}
                </li>
              ))}
            </ul>
            <p role="status" className={found.length > 0 ? 'sr-only' : 'px-3 py-2 text-muted'}>
              {open && found.length === 0 ? (isLoading ? m.kit_loading() : m.kit_nothing_found()) : ''}
            </p>
          </div>
        </div>
      )}
    </Field>
  )
}

const listClasses =
  'absolute inset-x-0 top-full z-30 mt-1 max-h-80 overflow-y-auto overscroll-contain rounded-control border border-line bg-card p-1 shadow-soft'

const itemClasses =
  'flex touch items-center justify-between gap-2 rounded-[5px] px-2.5 py-2 leading-5 cursor-pointer select-none hover:bg-well'
