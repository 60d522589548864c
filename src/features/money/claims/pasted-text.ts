import { LONGEST_CODE } from '../received/received.ts'

/** A part of a text without the signs around it. */
export const bareToken = (token: string): string => token.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')

/** Whether a part of a text has letters only, as names and verbs do, and no digit. */
const isWord = (token: string): boolean => /^\p{L}[\p{L}'’-]+$/u.test(token)

const amount = /(?:^|[^\p{L}])(?:t[sz]h?s?|ksh?s?|kes|ush|ugx|rwf|frw|usd)\.? ?\d[\d,]{2,}|\d{3}\/=/iu

/** Whether a person has pasted a message in place of a receipt number, and not typed a number. */
export function isReceiptText(entered: string): boolean {
  const text = entered.trim()
  const tokens = text.split(/\s+/, LONGEST_CODE)
  const words = tokens.map(bareToken).filter(isWord).length
  return text.length > LONGEST_CODE || words > 2 || (words > 1 && tokens.length > 3) || amount.test(text)
}
