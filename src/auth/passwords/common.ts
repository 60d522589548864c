import { readFile } from 'node:fs/promises'

let list: Promise<Set<string>> | undefined

const read = async () =>
  new Set(
    (await readFile(new URL('./common-passwords.txt', import.meta.url), 'utf8')).split('\n').filter(Boolean),
  )

/** Digits and signs that people put in the place of letters. */
const lookalikes: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
}

/**
 * Whether a password is one that guessers try first: a word of the packaged list in any case, with digits and signs
 * behind or before it, or with the usual signs for letters.
 */
export async function isCommon(password: string): Promise<boolean> {
  list ??= read()
  list.catch(() => (list = undefined))
  const words = await list
  const folded = password.normalize('NFKC').toLowerCase()
  const spelled = (text: string) => text.replace(/[@431!0$5]/g, (sign) => lookalikes[sign]!)
  const bare = folded.replace(/^[^\p{L}]{1,8}(?=\p{L})|(?<=\p{L})[^\p{L}]{1,8}$/gu, '')
  const bareBehind = folded.replace(/(?<=\p{L})[^\p{L}]{1,8}$/u, '')
  return [folded, bare, spelled(folded), spelled(bareBehind), spelled(bare)].some((one) => words.has(one))
}
