import { oneLine } from '../../shared/texts/one-line.ts'
import { endingOf } from './catalogue.ts'

/** What an ending asks of the holder of a name beside the profile. */

/**
 * The kinds of questions. Those with a name have a label of the product, the others one of the shop. A `document` is sent
 * to the shop by other ways, and the staff notes when it has seen it.
 */
export const questionKinds = [
  'company-number',
  'tax-number',
  'identity-number',
  'local-address',
  'text',
  'yes-no',
  'choice',
  'document',
] as const
export type QuestionKind = (typeof questionKinds)[number]

/** Which characters an answer may have. `letters-digits` also takes blanks, hyphens and slashes between them. */
export const answerFormats = ['any', 'digits', 'letters-digits'] as const
export type AnswerFormat = (typeof answerFormats)[number]

/** The longest answer, in characters. */
export const MOST_ANSWER = 200

export interface Question {
  /** Without its first dot: `co.ke`. */
  ending: string
  /** Unique for the ending: answers are stored under it. */
  id: string
  kind: QuestionKind
  /** In both languages, as `English | Kiswahili`. Empty for the product's own label. */
  label: string
  required: boolean
  format: AnswerFormat
  /** The number of characters of an answer. Null for any. */
  min: number | null
  max: number | null
  /** What a `choice` chooses from, as the registrar takes it. */
  options: string[]
  /** The name under which the registrar takes the answer. Empty where only the staff read it. */
  field: string
}

/** What a customer is asked. */
export type Asked = Omit<Question, 'ending' | 'field'>

/** Answers by the id of their question. That to a `yes-no` is `yes` or `no`, that to a `document` is `seen`. */
export type Answers = Record<string, string>

export const answerProblems = [
  'missing',
  'too-short',
  'too-long',
  'digits',
  'letters-digits',
  'choice',
] as const
export type AnswerProblem = (typeof answerProblems)[number]

/** Whether a kind needs a label of the shop. */
export const needsLabel = (kind: QuestionKind): boolean =>
  ['text', 'yes-no', 'choice', 'document'].includes(kind)

/** What the ending of a name asks. */
export const questionsOf = (questions: readonly Question[], name: string): Question[] =>
  questions.filter(({ ending }) => ending === endingOf(name))

const patterns: Record<AnswerFormat, RegExp> = {
  any: /^/,
  digits: /^\d+$/,
  'letters-digits': /^[\p{L}\d](?:[ \-/.]?[\p{L}\d])*$/u,
}

/** Why an answer of one line is none. Null for an answer, and for none where none is required. */
function problemOf(
  { kind, required, format, min, max, options }: Asked,
  answer: string,
): AnswerProblem | null {
  if (!answer) return required ? 'missing' : null
  if (kind === 'document') return answer === 'seen' ? null : 'choice'
  if (kind === 'yes-no') return answer === 'yes' || answer === 'no' ? null : 'choice'
  if (kind === 'choice') return options.includes(answer) ? null : 'choice'
  const length = Array.from(answer).length
  if (min !== null && length < min) return 'too-short'
  if (length > (max ?? MOST_ANSWER)) return 'too-long'
  if (format === 'any' || patterns[format].test(answer)) return null
  return format
}

/** The answers among what was given, each in one line, and what is wrong with the others. What nobody asks is dropped. */
export function readAnswers(
  questions: readonly Asked[],
  given: Readonly<Record<string, string>>,
): { answers: Answers; problems: Record<string, AnswerProblem> } {
  const answers: Answers = {}
  const problems: Record<string, AnswerProblem> = {}
  for (const question of questions) {
    const { id } = question
    const answer = Object.hasOwn(given, id) ? oneLine(given[id]!) : ''
    const problem = problemOf(question, answer)
    if (problem) problems[id] = problem
    else if (answer) answers[id] = answer
  }
  return { answers, problems }
}

/** What customers answer themselves. */
export const answeredByCustomer = <Question extends Asked>(questions: readonly Question[]): Question[] =>
  questions.filter(({ kind }) => kind !== 'document')

/** Whether stored answers suffice for what is asked now. */
export const isAnswered = (questions: readonly Asked[], stored: Answers): boolean =>
  Object.keys(readAnswers(questions, stored).problems).length === 0

/** The answers by the names under which the registrar takes them. It takes `1` and `0` for yes and no. */
export function extraOf(questions: readonly Question[], stored: Answers): Record<string, string> {
  const { answers } = readAnswers(questions, stored)
  return Object.fromEntries(
    questions.flatMap(({ id, kind, field }) => {
      const answer = answers[id]
      if (!field || answer === undefined || kind === 'document') return []
      return [[field, kind === 'yes-no' ? String(Number(answer === 'yes')) : answer]]
    }),
  )
}
