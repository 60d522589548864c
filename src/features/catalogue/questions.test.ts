import { expect, test } from 'vitest'
import { questionsShape } from '../settings/shapes.ts'
import { questionPresets } from './question-presets.ts'
import { extraOf, isAnswered, type Question, questionsOf, readAnswers } from './questions.ts'

const asked = (id: string, more: Partial<Question> = {}): Question => ({
  ending: 'co.ke',
  id,
  kind: 'text',
  label: 'What | Nini',
  required: true,
  format: 'any',
  min: null,
  max: null,
  options: [],
  field: '',
  ...more,
})

test.each([
  [asked('a'), '', 'missing'],
  [asked('a'), ' \t ', 'missing'],
  [asked('a', { required: false }), '', null],
  [asked('a', { min: 3 }), 'ab', 'too-short'],
  [asked('a', { min: 3 }), 'äöü', null],
  [asked('a', { max: 3 }), 'abcd', 'too-long'],
  [asked('a', { max: 3 }), '😀😀😀', null],
  [asked('a'), 'x'.repeat(201), 'too-long'],
  [asked('a', { format: 'digits' }), '12345', null],
  [asked('a', { format: 'digits' }), '12 345', 'digits'],
  [asked('a', { format: 'digits' }), '١٢٣', 'digits'],
  [asked('a', { format: 'letters-digits' }), 'CPR/2015-123 A', null],
  [asked('a', { format: 'letters-digits' }), 'CPR_2015', 'letters-digits'],
  [asked('a', { format: 'letters-digits' }), '-12', 'letters-digits'],
  [asked('a', { kind: 'yes-no' }), 'no', null],
  [asked('a', { kind: 'yes-no' }), 'maybe', 'choice'],
  [asked('a', { kind: 'document' }), 'seen', null],
  [asked('a', { kind: 'document' }), 'yes', 'choice'],
  [asked('a', { kind: 'choice', options: ['C11', 'C12'] }), 'C12', null],
  [asked('a', { kind: 'choice', options: ['C11', 'C12'] }), 'c12', 'choice'],
])('an answer %#: %o, %s, %s', (question, answer, problem) => {
  const { answers, problems } = readAnswers([question], { a: answer })
  expect(problems).toEqual(problem ? { a: problem } : {})
  expect(isAnswered([question], { a: answer })).toBe(problem === null)
  expect(answers).toEqual(problem || !answer.trim() ? {} : { a: answer })
})

test('answers are one line each, and what nobody asks is dropped', () => {
  expect(readAnswers([asked('a')], { a: '  Kariakoo\n Street ', other: 'x', __proto__: 'x' })).toEqual({
    answers: { a: 'Kariakoo Street' },
    problems: {},
  })
  expect(readAnswers([asked('constructor')], {}).problems).toEqual({ constructor: 'missing' })
})

test('the registrar gets what it has a name for', () => {
  const questions = [
    asked('number', { field: 'Company ID Number' }),
    asked('member', { kind: 'yes-no', field: 'Member' }),
    asked('left-out', { required: false, field: 'Other' }),
    asked('for-us'),
    asked('paper', { kind: 'document', field: 'Paper', required: false }),
  ]
  const answers = { number: 'CPR 1', member: 'no', 'for-us': 'x', paper: 'seen', old: 'y' }
  expect(extraOf(questions, answers)).toEqual({ 'Company ID Number': 'CPR 1', Member: '0' })
  expect(extraOf(questions, { ...answers, member: 'yes' })).toMatchObject({ Member: '1' })
})

test('a name is asked what its own ending asks', () => {
  const questions = [asked('a'), asked('b', { ending: 'ke' })]
  expect(questionsOf(questions, 'duka.co.ke').map(({ id }) => id)).toEqual(['a'])
  expect(questionsOf(questions, 'duka.ke').map(({ id }) => id)).toEqual(['b'])
  expect(questionsOf(questions, 'duka.or.ke')).toEqual([])
})

test.each(Object.entries(questionPresets))('what .%s is known to ask can be saved', (_, rows) => {
  expect(questionsShape.safeParse(rows)).toMatchObject({ success: true })
})
