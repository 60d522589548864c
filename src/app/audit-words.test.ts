import { afterEach, expect, test } from 'vitest'
import { actions } from '../features/audit/actions.ts'
import { actionLabel } from '../features/audit/ui/sentences.ts'
import { getLocale, overwriteGetLocale } from '../paraglide/runtime.js'

/** Everything that the audit log can contain has words in both languages. */

const usual = getLocale
afterEach(() => overwriteGetLocale(usual))

test.each(['en', 'sw'] as const)(
  'each action has a sentence with its actor, and a label without: %s',
  (locale) => {
    overwriteGetLocale(() => locale)
    const sentences = Object.values(actions).map(({ sentence }) => sentence({ who: 'WHO', what: 'WHAT' }))
    expect(sentences.filter((sentence) => !sentence.includes('WHO'))).toEqual([])
    const labels = Object.keys(actions).map((action) => actionLabel(action))
    expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([])
    expect(labels.filter((label) => !/^[“…\p{Lu}]/u.test(label) || /\p{Co}/u.test(label))).toEqual([])
  },
)

test('a label names what the action was done to', () => {
  expect(actionLabel('record.renewed', 'asha.co.tz')).toBe('Renewed asha.co.tz')
  overwriteGetLocale(() => 'sw')
  expect(actionLabel('record.renewed', 'asha.co.tz')).toBe('asha.co.tz ilihuishwa')
  expect(actionLabel('request.activated')).toBe('Huduma ilianzishwa')
  expect(actionLabel('order.cancelled')).toBe('Oda #… ilifutwa')
})
