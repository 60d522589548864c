/**
 * The simple pattern of the sign-up form: text, an at sign, text, a dot, text. Signs that have a meaning in the headers
 * of a mail (RFC 5322 section 3.2.3), and those that nobody sees, are no text.
 */
const pattern = /^[^\s@<>()[\],;:"\\\p{C}]+@[^\s@<>()[\],;:"\\\p{C}]+\.[^\s@<>()[\],;:"\\\p{C}]+$/u

const LONGEST = 255

/**
 * An address as accounts are found by it: without blanks around it, in lower case, full-width and other look-alike
 * forms folded to the plain letters (NFKC), so that one mailbox never has two accounts.
 */
export const normalEmail = (typed: string) => typed.trim().normalize('NFKC').toLowerCase()

/** Whether a text can be an e-mail address. 'Please enter a valid email address.' stands where it can't. */
export const isEmail = (typed: string) => {
  const email = normalEmail(typed)
  return email.length <= LONGEST && pattern.test(email)
}
