/**
 * The simple pattern of the sign-up form: text, an at sign, text, a dot, text. The text may not contain invisible
 * characters, or characters with a meaning in mail headers (RFC 5322 section 3.2.3).
 */
const pattern = /^[^\s@<>()[\],;:"\\\p{C}]+@[^\s@<>()[\],;:"\\\p{C}]+\.[^\s@<>()[\],;:"\\\p{C}]+$/u

const LONGEST = 255

/**
 * An address in the form that accounts are found by: trimmed, in lower case, full-width and other look-alike forms
 * folded to the plain letters (NFKC), so that one mailbox never has two accounts.
 */
export const normalEmail = (typed: string) => typed.trim().normalize('NFKC').toLowerCase()

/** Whether a text can be an e-mail address. If not, forms show 'Please enter a valid email address.' */
export const isEmail = (typed: string) => {
  const email = normalEmail(typed)
  return email.length <= LONGEST && pattern.test(email)
}
