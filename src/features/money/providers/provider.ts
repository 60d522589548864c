/**
 * Spellings of wallets and banks in the names of senders and of payment methods, the more special ones first. Each begins
 * a word, so that no name is found inside another one: AzamPesa is not M-Pesa.
 */
const spellings: [RegExp, string][] = [
  [/\btigo|\bmixx/, 'mixx'],
  [/\bairtel/, 'airtel'],
  [/\bhalo/, 'halopesa'],
  [/\bselcom/, 'selcom'],
  [/\bazam[\s._-]?pesa/, 'azampesa'],
  [/\bmtn|\bmo[\s._-]?mo|\bm[\s._-]?money/, 'mtn'],
  [/\b(?:voda)?m[\s._-]?pesa|\bvodacom|\bsafaricom/, 'mpesa'],
  [/\bezy[\s._-]?pesa/, 'ezypesa'],
  [/\blumi[\s._-]?cash/, 'lumicash'],
  [/\beco[\s._-]?cash/, 'ecocash'],
]

/** The wallet that a name means. Undefined for any other name. */
export const walletOf = (name: string): string | undefined =>
  spellings.find(([words]) => words.test(name.normalize('NFKD').toLowerCase()))?.[1]

const bare = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9&]/g, '')

/** What a bank's own name ends in. */
const bankWords = /bank|plc|ltd/g

/**
 * The wallet or bank of a sender, or of a payment method: `M-PESA` and "Vodacom M-Pesa" are `mpesa`, "CRDB BANK" is
 * `crdb`. A method that names no bank, such as "Bank Transfer", is `bank`.
 */
export function providerOf(name: string): string {
  const wallet = walletOf(name)
  if (wallet) return wallet
  const own = bare(name)
    .replace(/transfer|deposit|account|swift/g, '')
    .replaceAll(bankWords, '')
  return own || 'bank'
}

const wallets: ReadonlySet<string> = new Set(spellings.map(([, provider]) => provider))

/**
 * The payment method of the shop that a sender's messages are about: the one of the same wallet or bank, otherwise for a
 * bank the one that names none. Undefined where the shop does not accept it.
 */
export function methodOfSender(sender: string, methods: readonly string[]): string | undefined {
  const provider = providerOf(sender)
  const named = methods.find((method) => providerOf(method) === provider)
  if (named || wallets.has(provider)) return named
  return methods.find((method) => providerOf(method) === 'bank')
}
