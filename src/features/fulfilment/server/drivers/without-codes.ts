/** A status of RFC 5731 §2.3, as registries write it. */
const STATUS = /^(?:client|server)(?:Transfer|Update|Delete|Renew|Hold)\w*$/

/**
 * The words without what may be a code: all but plain words, short numbers, statuses and the name.
 * @param isName says whether a word is the name that the words are about
 */
export const withoutCodes = (words: string, isName: (word: string) => boolean): string =>
  words
    .split(' ')
    .map((word) => {
      const bare = word.replaceAll(/^["'(]+|["').,:;]+$/g, '')
      const isPlain = /^[A-Z]?[a-z]*$|^[A-Z]{1,6}$|^\d{1,3}$/.test(bare) || STATUS.test(bare) || isName(bare)
      return isPlain ? word : word.replace(bare, '•••')
    })
    .join(' ')
