import type { Business, Locale } from '../../shared/pages.ts'
import type { Phrase } from './words.ts'

/** What a mail says, without its looks. Every text is plain: the layout escapes it. */
export interface Letter {
  subject: string
  heading: string
  paragraphs: string[]
  /** Shown large, to be typed. */
  code?: string | undefined
  button?: { label: string; link: string } | undefined
  facts?: [name: string, value: string][]
  /** In small print, at the end. */
  notes?: string[]
}

/** What a letter is written with. */
export interface Writing {
  locale: Locale
  say(name: Phrase, values?: Record<string, string>): string
  business: Business
  /** The shop's address, without a slash at its end. */
  site: string
}

/** Makes a letter of a mail's data. */
export type Write = (data: Record<string, unknown>, writing: Writing) => Letter
