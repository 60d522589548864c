import { createCipheriv, scryptSync, timingSafeEqual } from 'node:crypto'
import bcrypt from 'bcryptjs'

/*
 * Password hashes of other systems, for imported accounts. They are compared in their own format and replaced
 * at the first log-in. Hashes with parameters that would take minutes are refused.
 */

const argon2 = /^\$argon2(?:id|i|d)\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$[\w+/]{8,90}\$[\w+/]{16,90}$/
const bcryptHash = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/
const text64 = '[\\w+/]{1,200}={0,2}'
const firebase = new RegExp(
  `^\\$fbscrypt\\$v=1,n=(\\d{1,2}),r=(\\d{1,2}),p=(\\d{1,2})(?:,ss=(${text64}))?,sk=(${text64})\\$(${text64})\\$(${text64})$`,
)

const most = {
  argon2: { kibibytes: 1_048_576, passes: 20, lanes: 16 },
  bcrypt: 15,
  scrypt: { n: 17, r: 16, p: 4 },
}

/**
 * Whether a text is a supported hash: Argon2 in the PHC string format, bcrypt ($2a$, $2b$, $2y$), or
 * Firebase's scrypt as `$fbscrypt$v=1,n=14,r=8,p=1,ss=<salt separator>,sk=<signer key>$<salt>$<hash>`, in
 * base64.
 */
export function isKnownHash(kept: string): boolean {
  const numbers = (found: RegExpExecArray | null) => found?.slice(1, 4).map(Number)
  const phc = numbers(argon2.exec(kept))
  if (phc) {
    const [kibibytes, passes, lanes] = phc as [number, number, number]
    const { argon2: limit } = most
    return kibibytes <= limit.kibibytes && passes <= limit.passes && lanes <= limit.lanes
  }
  const cost = Number(bcryptHash.exec(kept)?.[1])
  if (cost) return cost >= 4 && cost <= most.bcrypt
  const scrypt = numbers(firebase.exec(kept))
  if (!scrypt) return false
  const [n, r, p] = scrypt as [number, number, number]
  return n >= 1 && n <= most.scrypt.n && r >= 1 && r <= most.scrypt.r && p >= 1 && p <= most.scrypt.p
}

/** Compares with an imported hash; undefined for Argon2, which is our own format. */
export function foreignMatches(password: string, kept: string): boolean | undefined {
  if (bcryptHash.test(kept)) return bcrypt.compareSync(password, kept)
  const found = firebase.exec(kept)
  return found ? firebaseMatches(password, found) : undefined
}

/**
 * Firebase's scrypt (github.com/firebase/scrypt): the hash is the signer key, encrypted by AES-256 in counter
 * mode with a zero counter, under the key that scrypt derives from the password.
 */
function firebaseMatches(password: string, [, n, r, p, separator = '', ...coded]: RegExpExecArray): boolean {
  const [signer, salt, hash] = coded.map((text) => Buffer.from(text, 'base64')) as [Buffer, Buffer, Buffer]
  const cost = { N: 2 ** Number(n), r: Number(r), p: Number(p), maxmem: 512 * 1024 * 1024 }
  const salted = Buffer.concat([salt, Buffer.from(separator, 'base64')])
  const cipher = createCipheriv('aes-256-ctr', scryptSync(password, salted, 32, cost), Buffer.alloc(16))
  const made = Buffer.concat([cipher.update(signer), cipher.final()])
  return made.length === hash.length && timingSafeEqual(made, hash)
}
