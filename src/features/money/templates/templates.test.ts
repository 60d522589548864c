import { describe, expect, test } from 'vitest'
import { makeReference, shownReference } from '../charges/reference.ts'
import { type Labelled, learn } from './learn.ts'
import { fit, readByTemplate, readByTemplates } from './read.ts'
import { placesIn, spaced } from './places.ts'
import { choicesIn, suggestedMarks } from './suggest.ts'
import { marksLike } from './learn.ts'
import { numbersFrom } from './testing/layouts.ts'
import { invented, type Layout, labelledBy, payment, said } from './testing/layouts.ts'

/** What the shop learns from two marked messages, and what a template never reads. All banks and people are invented. */

const layouts = Object.entries(invented)

const learned = (layout: Layout, random = numbersFrom(1)) => {
  const result = learn(labelledBy(layout, payment(random)), labelledBy(layout, payment(random)), 'TZ')
  if (!result.ok) throw new Error(`${result.code} ${result.words?.join(' | ') ?? ''}`)
  return result
}

describe.each(layouts)('of the layout %s', (_, layout) => {
  test('two marked messages give a template that reads a hundred others with all their facts', () => {
    const template = learned(layout)
    const random = numbersFrom(7)
    for (let count = 0; count < 100; count++) {
      const one = payment(random)
      const read = readByTemplate(template, said(layout, one))
      expect(read, said(layout, one)).toMatchObject({
        kind: 'incoming',
        currency: one.currency,
        code: one.code,
        name: one.name,
        at: one.at,
        doubts: [],
      })
      expect([read?.amount, read?.balance].map(Number)).toEqual([one.amount, one.balance].map(Number))
    }
  })

  test('a message that says one word more, or has lost a character, is not read, or read with the same facts', () => {
    const template = learned(layout)
    const random = numbersFrom(11)
    for (let count = 0; count < 20; count++) {
      const one = payment(random)
      const text = said(layout, one)
      for (const more of [`${text} REVERSED`, `PENDING ${text}`, `${text}.5`, `Fwd: ${text}`])
        expect(readByTemplate(template, more), more).toBeUndefined()
      for (let at = 0; at < text.length; at++) {
        const lost = readByTemplate(template, text.slice(0, at) + text.slice(at + 1))
        const digit = /\d/.test(text[at]!)
        // A digit may be lost from any number: what is left is another whole number, and no other fact moves.
        if (lost && !digit)
          expect([lost.amount, lost.balance].map(Number)).toEqual([one.amount, one.balance].map(Number))
      }
    }
  })

  test('the second message is marked by itself as the first one was', () => {
    const random = numbersFrom(3)
    const [first, second] = [labelledBy(layout, payment(random)), labelledBy(layout, payment(random))]
    expect(marksLike(first, second.text)).toEqual(second.marks)
  })

  test('the amount, the receipt number and the name are among what can be chosen', () => {
    const one = payment(numbersFrom(5))
    const { text, marks } = labelledBy(layout, one)
    for (const mark of marks)
      expect(choicesIn(text), mark.field).toContainEqual(expect.objectContaining(mark))
    expect(suggestedMarks(text, 'ANYBANK', 'TZ').find(({ field }) => field === 'amount')).toEqual(
      marks.find(({ field }) => field === 'amount'),
    )
  })
})

const layout = invented['marks of pay, in English']!
const random = numbersFrom(21)
const [one, other] = [labelledBy(layout, payment(random)), labelledBy(layout, payment(random))]
const without = ({ marks, ...rest }: Labelled, field: string): Labelled => ({
  ...rest,
  marks: marks.filter((mark) => mark.field !== field),
})
const refusal = (left: Labelled, right: Labelled) => {
  const result = learn(left, right, 'TZ')
  return result.ok ? 'learned' : result.code
}

describe('no template follows from', () => {
  test('one message alone, or the same payment twice', () => {
    expect(refusal(one, one)).toBe('same-message')
    expect(refusal(one, { ...one, text: ` ${one.text}  ` })).toBe('same-message')
    const sameCode = { ...payment(numbersFrom(33)), code: 'ZK77AA1201' }
    expect(refusal(labelledBy(layout, sameCode), labelledBy(layout, { ...sameCode, amount: '77000' }))).toBe(
      'same-message',
    )
  })

  test.each(['balance', 'fee'])('an amount beside the payment that nobody has explained (%s)', (field) => {
    const withFee = invented['a fee before the balance']!
    const [left, right] = [labelledBy(withFee, payment(random)), labelledBy(withFee, payment(random))]
    expect(refusal(left, right)).toBe('learned')
    expect(refusal(without(left, field), without(right, field))).toBe('amount-unmarked')
  })

  test('a name, a phone or a word that changes and is not marked', () => {
    expect(refusal(without(one, 'name'), without(other, 'name'))).toBe('differs')
    expect(refusal(one, without(other, 'name'))).toBe('marks')
    expect(refusal(one, { ...other, text: `${other.text} Karibu` })).toBe('differs')
  })

  test('marks of no amount, across words, twice, or of another kind', () => {
    const amount = one.marks.find(({ field }) => field === 'amount')!
    for (const marks of [
      one.marks.filter(({ field }) => field !== 'amount'),
      one.marks.map((mark) => (mark === amount ? { ...mark, end: mark.end - 1 } : mark)),
      one.marks.map((mark) => (mark === amount ? { ...mark, at: mark.at + 1 } : mark)),
      [...one.marks, { ...amount, field: 'code' as const }],
      [...one.marks, amount],
      [...one.marks, { field: 'reference' as const, at: 0, end: 3 }],
    ])
      expect(refusal({ ...one, marks }, other)).toBe('marks')
  })

  test('a currency that the text contradicts, or two currencies', () => {
    expect(refusal({ ...one, currency: 'USD' }, { ...other, currency: 'USD' })).toBe('currency')
    expect(refusal(one, { ...other, currency: 'KES' })).toBe('currency')
  })

  test.each([
    ['Reversal of payment', 'TZS 5,000.00 FROM ASHA OMAR REF AB120001'],
    ['Malipo yameshindikana', 'TZS 5,000.00 FROM ASHA OMAR REF AB120001'],
    ['Transaction pending', 'TZS 5,000.00 FROM ASHA OMAR REF AB120001'],
    ['Cash withdrawal', 'TZS 5,000.00 BY ASHA OMAR REF AB120001'],
    ['Your loan disbursed', 'TZS 5,000.00 FROM ASHA OMAR REF AB120001'],
    ['JUMA requests money', 'TZS 5,000.00 FROM ASHA OMAR REF AB120001'],
  ])('words that no payment says: %s', (words, rest) => {
    const labelled = (text: string): Labelled => ({
      text,
      currency: 'TZS',
      marks: ['5,000.00', 'ASHA OMAR', 'AB120001', '7,500.00', 'JUMA BAKARI', 'AB120002'].flatMap(
        (part, at) =>
          text.includes(part)
            ? [
                {
                  field: (['amount', 'name', 'code'] as const)[at % 3]!,
                  at: text.indexOf(part),
                  end: text.indexOf(part) + part.length,
                },
              ]
            : [],
      ),
    })
    const first = `${words} ${rest}`
    const second = first
      .replace('5,000.00', '7,500.00')
      .replace('ASHA OMAR', 'JUMA BAKARI')
      .replace('AB120001', 'AB120002')
    expect(refusal(labelled(first), labelled(second))).toBe('no-payment')
  })

  test('slots side by side, or hardly a word', () => {
    const bare = (amount: string, code: string, words = ''): Labelled => {
      const text = `${words}${amount} ${code}`
      const at = text.indexOf(amount)
      return {
        text,
        currency: 'TZS',
        marks: [
          { field: 'amount', at, end: at + amount.length },
          { field: 'code', at: text.length - code.length, end: text.length },
        ],
      }
    }
    expect(refusal(bare('5,000.00', 'AB120001'), bare('7,500.00', 'AB120002'))).toBe('few-words')
    expect(
      refusal(
        bare('5,000.00', 'AB120001', 'MONEY IN AT ZANA '),
        bare('7,500.00', 'AB120002', 'MONEY IN AT ZANA '),
      ),
    ).toBe('adjacent')
  })
})

describe('the slot of a name takes no words that change the meaning:', () => {
  const template = learned(layout)
  const base = { ...payment(numbersFrom(41)), name: 'NURU SALUM' }
  test.each(['NURU SALUM', 'ASHA OMAR LTD', 'Nuru bin Salum'])('%s is a name', (name) => {
    expect(readByTemplate(template, said(layout, { ...base, name }))).toMatchObject({ name })
  })
  test.each([
    'NURU REVERSED',
    'NURU SALUM REVERSAL',
    'IMERUDISHWA SALUM',
    'NURU FAILED',
    'MALIPO YAMESHINDIKANA',
    'NURU DECLINED',
    'NURU PENDING',
    'NURU AWAITING CLEARANCE',
    'INASUBIRI Not Yet PAID',
    'NURU 900,000.00',
    'NURU TZS',
    'NURU. Bal: TZS 9',
    'NURU K7M4PX9',
    'HAKE K7M 4PX9',
    'NURU k7m4px9',
    'REVERSE PARKING LTD',
    'nuru salum reversed',
    'NURU SALUM paid back',
    'A B C D E F G H',
    'NURU\u202ESALUM',
    'NURU S\u0410LUM',
  ])('%s is none', (name) => {
    expect(readByTemplate(template, said(layout, { ...base, name }))).toBeUndefined()
  })
})

test('the slot of a name takes no reference of the shop, of letters alone and as it is shown', () => {
  const template = learned(layout)
  const base = payment(numbersFrom(61))
  const random = numbersFrom(71)
  const references = Array.from({ length: 400 }, () => makeReference((below) => Math.floor(random() * below)))
  const ofLetters = references.filter((reference) => /^[A-Z]+$/.test(reference))
  expect(ofLetters.length).toBeGreaterThan(2)
  for (const reference of ofLetters)
    for (const name of [`NURU ${reference}`, `${reference} SALUM`, `NURU ${shownReference(reference)}`])
      expect(readByTemplate(template, said(layout, { ...base, name })), name).toBeUndefined()
})

test('a payer whose name repeats the layout moves no amount', () => {
  const template = learned(layout)
  const base = payment(numbersFrom(43))
  for (const name of [
    'NURU pays TZS 900,000.00 txn ZK77AA1299 on 20/11/2026 10:00. Bal TZS 999,000.00',
    'NURU at 20/11/2026 10:00',
    `NURU${said(layout, { ...base, amount: '900000' })}`,
  ])
    expect(readByTemplate(template, said(layout, { ...base, name }))).toBeUndefined()
})

test('two templates of a sender that read different things of a message read nothing', () => {
  const [left, right] = [learned(layout), learned(layout, numbersFrom(51))]
  const text = said(layout, payment(numbersFrom(9)))
  expect(readByTemplates([left, right], text)).toEqual(readByTemplate(left, text))
  const swapped = {
    ...right,
    parts: right.parts.map((part) =>
      'slot' in part && part.slot === 'balance' ? { slot: 'fee' as const } : part,
    ),
  }
  expect(readByTemplates([left, swapped], text)).toBeUndefined()
  expect(readByTemplates([], text)).toBeUndefined()
})

test.each([
  ['digits', '1'],
  ['groups', '1,'],
  ['blanks', '1 '],
  ['capitals', 'A '],
  ['codes', 'A1-'],
  ['dates', '1/1/26 '],
  ['stars', '1*'],
])('a text of any length is looked at once (%s)', (_, unit) => {
  const template = learned(layout)
  for (const size of [200, 2_000, 20_000, 200_000]) {
    const text = unit.repeat(size / unit.length)
    expect(fit(template.parts, spaced(text))).toBeUndefined()
    expect(placesIn(spaced(text)).length).toBeLessThan(2_000)
  }
})
