import * as z from 'zod/mini'
import { id, needs, signedIn } from '../../shared/contract.ts'
import { answerFormats, answerProblems, questionKinds } from '../catalogue/questions.ts'

const MOST_NAMES = 50

/** A domain name in lower case. */
const name = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(253), z.regex(/^(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$/))
/** Names with commas between them. */
const names = z.string().check(z.maxLength(MOST_NAMES * 254))

/** What an ending asks of the holder beside the profile, with the answers. Those of another name are a proposal. */
const details = z.object({
  items: z.array(
    z.object({
      ending: z.string(),
      names: z.array(z.string()),
      questions: z.array(
        z.object({
          id: z.string(),
          kind: z.enum(questionKinds),
          /** In both languages, as `English | Kiswahili`. Empty for a kind that says it. */
          label: z.string(),
          required: z.boolean(),
          format: z.enum(answerFormats),
          /** The number of characters. Null for any. */
          min: z.nullable(z.number()),
          max: z.nullable(z.number()),
          /** What a `choice` chooses from. */
          options: z.array(z.string()),
        }),
      ),
      /** By the id of the question. That to a `yes-no` is `yes` or `no`, that to a `document` is `seen`. */
      answers: z.record(z.string(), z.string()),
      /** Whether the customer has answered all of it for these names. */
      is_complete: z.boolean(),
      /** Whether only a document is still to be seen by the staff. */
      awaits_documents: z.boolean(),
    }),
  ),
})

const refusals = {
  NOT_ASKED: { status: 409, message: 'Nothing is asked for these names.' },
  DETAILS_INVALID: {
    status: 400,
    message: 'Please correct your answers.',
    /** What is wrong, by the id of the question. */
    data: z.object({ problems: z.record(z.string(), z.enum(answerProblems)) }),
  },
} as const

const answered = {
  names: z.array(name).check(z.minLength(1), z.maxLength(MOST_NAMES)),
  answers: z.record(z.string().check(z.maxLength(60)), z.string().check(z.maxLength(1000))),
}

/** What some endings ask of the holder of a name: the number of a company, a local address. */
export const holderDetailsContract = {
  show: signedIn
    .route({
      method: 'GET',
      path: '/holder-details',
      tags: ['domain-requests'],
      summary: 'What endings ask of the holder, and what I have answered',
      description:
        'Names have commas between them. Without names it is what my open requests and orders still wait for.',
    })
    .input(z.strictObject({ names: z.optional(names) }))
    .output(details),

  save: signedIn
    .route({
      method: 'PUT',
      path: '/holder-details',
      tags: ['domain-requests'],
      summary: 'Answer what an ending asks, for names of it',
      description:
        'Before or after they are requested or ordered. A name is not registered before it is answered.',
    })
    .errors(refusals)
    .input(z.strictObject(answered))
    .output(details),

  review: needs('services.read')
    .route({
      method: 'GET',
      path: '/admin/holder-details',
      summary: 'What endings ask of a customer, and the answers',
    })
    .input(z.strictObject({ customer: id, names }))
    .output(details),

  saveFor: needs('customers.write')
    .route({
      method: 'PUT',
      path: '/admin/holder-details',
      summary: 'Answer what an ending asks, for a customer who has said it',
    })
    .errors(refusals)
    .input(z.strictObject({ customer: id, ...answered }))
    .output(details),
}
