/**
 * How a message of a bank that no provider describes is made, in the words of the bank: constant texts, and slots for
 * what changes from one payment to the next.
 */

/** What an admin marks in a message that is a payment. */
export const markFields = [
  'amount',
  'balance',
  'fee',
  'code',
  'name',
  'phone',
  'reference',
  'date',
  'clock',
] as const
export type MarkField = (typeof markFields)[number]

/** What a slot holds. `number` is an identifier that is not read, `other-date` and `other-clock` are another time. */
export const slots = [...markFields, 'number', 'other-date', 'other-clock'] as const
export type Slot = (typeof slots)[number]

/** The characters of a receipt number or an identifier, where both messages have the same ones. */
export const codeForms = ['digits', 'mixed'] as const
export type CodeForm = (typeof codeForms)[number]

/** A part of a template: a text that stands as it is, or a slot. */
export type TemplatePart = { text: string } | { slot: Slot; form?: CodeForm | undefined }
