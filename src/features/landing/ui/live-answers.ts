import { type Answer, outcomeOf } from '../../availability/answer.ts'
import { readPlainName } from '../../availability/names.ts'
import { randomUUID } from '../../../client/random-uuid.ts'
import { applyChange, CART_KEY, parseCart } from '../../orders/cart.ts'

/**
 * The registries' answers under the search field of the landing page, while somebody types. The page has no other code:
 * the rows are part of its HTML (`LiveAnswers.tsx`), and this script shows and fills them.
 */

/** A pause in typing, in milliseconds, after which the name is looked up. */
const PAUSE_MS = 500
/** Shorter names are almost always taken. */
const SHORTEST = 3

const field = document.querySelector<HTMLInputElement>('#domain')!
const panel = document.querySelector<HTMLElement>('#answers')!
const status = panel.querySelector<HTMLElement>('[role=status]')!
const rows = [...panel.querySelectorAll<HTMLElement>('li')]

let lookup: EventSource | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let shown = ''

function onInput() {
  clearTimeout(timer)
  timer = setTimeout(search, PAUSE_MS)
}

/** Looks the typed name up, unless it is shown already. A name in another script waits for the results page. */
function search() {
  const name = readPlainName(field.value)
  const label = name?.ok && name.label.length >= SHORTEST ? name.label : ''
  if (label === shown) return
  shown = label
  lookup?.close()
  panel.hidden = !label
  if (!label) return
  status.textContent = panel.dataset.checking!
  for (const row of rows) fill(row, label)
  for (const link of panel.querySelectorAll<HTMLAnchorElement>('a[data-results]'))
    link.href = `/results?domain=${label}`
  const endings = rows.map((row) => row.dataset.ending).join(',')
  lookup = new EventSource(`/api/availability?name=${label}&endings=${endings}`)
  lookup.addEventListener('message', ({ data }: MessageEvent<string>) => show(JSON.parse(data) as Answer))
  lookup.addEventListener('done', complete)
  lookup.addEventListener('error', complete)
}

/** Writes the name into a row and shows that it is looked up. */
function fill(row: HTMLElement, label: string) {
  const name = `${label}.${row.dataset.ending}`
  row.dataset.state = parseCart(localStorage.getItem(CART_KEY)).items.includes(name) ? 'in-cart' : 'loading'
  row.querySelector('[data-label]')!.textContent = label
  for (const link of row.querySelectorAll<HTMLAnchorElement>('a[data-ask]'))
    link.href = `/dashboard/domains?name=${name}`
  for (const control of row.querySelectorAll('[data-about]'))
    control.setAttribute('aria-label', control.getAttribute('data-about')!.replace('#', name))
}

const isWaiting = (row: HTMLElement) => row.dataset.state === 'loading'

function show({ suffix, status: answer }: Answer) {
  const row = rows.find(({ dataset }) => dataset.ending === suffix)
  if (!row || !isWaiting(row)) return
  const outcome = outcomeOf(answer)
  row.dataset.state = outcome === 'free' ? (row.dataset.price ? 'buy' : 'ask') : outcome
}

/** All answers are there, or the connection is lost. */
function complete() {
  lookup?.close()
  for (const row of rows.filter(isWaiting)) row.dataset.state = 'unclear'
  status.textContent = panel.dataset.done!
}

/** "Add to Cart". A signed-in customer's change is sent by the next page with a session. */
function add({ target }: Event) {
  const row = (target as Element).closest('button') && (target as Element).closest('li')
  if (!row) return
  const change = { act: 'add' as const, item: `${shown}.${row.dataset.ending}`, key: randomUUID() }
  const cart = applyChange(parseCart(localStorage.getItem(CART_KEY)), change)
  if (!cart.items.includes(change.item)) {
    status.textContent = panel.dataset.full!
    return
  }
  localStorage.setItem(CART_KEY, JSON.stringify(cart))
  row.dataset.state = 'in-cart'
  row.querySelector<HTMLElement>('a[href="/cart"]')!.focus()
  status.textContent = panel.dataset.added!.replace('#', change.item)
  window.dispatchEvent(new Event('cart'))
}

field.addEventListener('input', onInput)
panel.addEventListener('click', add)
onInput()
