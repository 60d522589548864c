import { type Answer, outcomeOf } from '../../availability/answer.ts'
import { endingsByLabel, type Market, readPlainSearch } from '../../availability/asked-names.ts'
import { randomUUID } from '../../../client/random-uuid.ts'
import { keepWish, wishPath } from '../../../client/wish.ts'
import { applyChange, CART_KEY, parseCart } from '../../orders/cart.ts'
import type { LiveMarket } from './LiveAnswers.tsx'

/**
 * The registries' answers under the search field of the landing page, while somebody types. The page has no other code:
 * the row of a name is a template in its HTML (`LiveAnswers.tsx`), and this script copies and fills it.
 */

/** A pause in typing, in milliseconds, after which the name is looked up. */
const PAUSE_MS = 500
/** Shorter names are almost always taken. */
const SHORTEST = 3

const field = document.querySelector<HTMLInputElement>('#domain')!
const panel = document.querySelector<HTMLElement>('#answers')!
const status = panel.querySelector<HTMLElement>('[role=status]')!
const list = panel.querySelector('ul')!
const template = panel.querySelector('template')!
const live = JSON.parse(panel.dataset.market!) as LiveMarket
const market: Market = { ...live, endings: Object.keys(live.endings) }

let lookups: EventSource[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let shown = ''

function onInput() {
  clearTimeout(timer)
  timer = setTimeout(search, PAUSE_MS)
}

/** Looks the typed name up, unless it is shown already. A name in another script waits for the results page. */
function search() {
  const found = readPlainSearch(field.value, market)
  const names = found && found.label.length >= SHORTEST ? [...found.asked, ...found.searched] : []
  if (names.join() === shown) return
  shown = names.join()
  for (const lookup of lookups) lookup.close()
  lookups = []
  panel.hidden = names.length === 0
  list.replaceChildren(...names.map(rowOf))
  if (!found || panel.hidden) return
  status.textContent = panel.dataset.checking!
  panel.querySelector<HTMLAnchorElement>('a[data-results]')!.href =
    `/results?domain=${found.asked.length ? encodeURIComponent(field.value.trim()) : found.label}`
  for (const [label, endings] of endingsByLabel(names)) lookUp(label, endings)
}

const split = (name: string): [label: string, ending: string] => {
  const dot = name.indexOf('.')
  return [name.slice(0, dot), name.slice(dot + 1)]
}

function lookUp(label: string, endings: readonly string[]) {
  const lookup = new EventSource(`/api/availability?name=${label}&endings=${endings.join()}`)
  lookups.push(lookup)
  lookup.addEventListener('message', ({ data }: MessageEvent<string>) => show(JSON.parse(data) as Answer))
  const complete = () => {
    lookup.close()
    for (const ending of endings) fail(`${label}.${ending}`)
  }
  lookup.addEventListener('done', complete)
  lookup.addEventListener('error', complete)
}

/** A row that shows that its name is looked up, or that it is in the cart. */
function rowOf(name: string): HTMLElement {
  const row = template.content.firstElementChild!.cloneNode(true) as HTMLElement
  const [label, ending] = split(name)
  const [price = '', terms = '', further = ''] = live.endings[ending] ?? []
  row.dataset.name = name
  row.dataset.state = parseCart(localStorage.getItem(CART_KEY)).items.includes(name) ? 'in-cart' : 'loading'
  const texts = { label, ending: `.${ending}`, price, terms, further }
  for (const [part, text] of Object.entries(texts)) row.querySelector(`[data-${part}]`)!.textContent = text
  for (const link of row.querySelectorAll<HTMLAnchorElement>('a[data-ask]')) link.href = wishPath(name)
  for (const control of row.querySelectorAll('[data-about]'))
    control.setAttribute('aria-label', control.getAttribute('data-about')!.replace('#', name))
  return row
}

const rows = () => [...list.children] as HTMLElement[]
/** The row of a name that has no answer yet. */
const waitingRow = (name: string) =>
  rows().find(({ dataset }) => dataset.name === name && dataset.state === 'loading')

function show({ name, status: answer }: Answer) {
  const outcome = outcomeOf(answer)
  settle(name, outcome === 'free' ? (live.endings[split(name)[1]] ? 'buy' : 'ask') : outcome)
}

/** No answer can arrive any more: all are there, or the connection is lost. */
const fail = (name: string) => settle(name, 'unclear')

function settle(name: string, state: string) {
  const row = waitingRow(name)
  if (row) row.dataset.state = state
  if (rows().every(({ dataset }) => dataset.state !== 'loading')) status.textContent = panel.dataset.done!
}

function onClick({ target }: Event) {
  const control = (target as Element).closest('a, button')
  const row = control?.closest('li')
  if (!row) return
  if (control!.matches('a[data-ask]')) keepWish(row.dataset.name!)
  if (control!.matches('button')) add(row)
}

/** "Add to Cart". A signed-in customer's change is sent by the next page with a session. */
function add(row: HTMLElement) {
  const change = { act: 'add' as const, item: row.dataset.name!, key: randomUUID() }
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
panel.addEventListener('click', onClick)
onInput()
