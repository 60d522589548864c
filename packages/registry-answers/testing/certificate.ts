import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

/** A value with its tag and length (X.690 §8.1). */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const value = Buffer.concat(parts)
  const length =
    value.length < 128
      ? [value.length]
      : value.length < 256
        ? [0x81, value.length]
        : [0x82, value.length >> 8, value.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), value])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
const commonName = (name: string) =>
  sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))))
const year = (date: Date) => der(0x18, Buffer.from(date.toISOString().replace(/[-:T]|\.\d+/g, '')))

/** An extension of version 3 (RFC 5280 §4.2). */
const extension = (id: string, value: Buffer) => sequence(oid(id), der(0x04, value))

export interface Certificate {
  key: string
  cert: string
}

/** A self-signed certificate for `localhost` and the loopback addresses (RFC 5280). Only for tests. */
export function selfSigned(now = new Date()): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const day = 86_400_000
  const names = sequence(
    der(0x82, Buffer.from('localhost')),
    der(0x87, Buffer.from([127, 0, 0, 1])),
    der(0x87, Buffer.from([...Array<number>(15).fill(0), 1])),
  )
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    commonName('localhost'),
    sequence(year(new Date(now.getTime() - day)), year(new Date(now.getTime() + day))),
    commonName('localhost'),
    spki(publicKey),
    der(
      0xa3,
      sequence(extension('551d13', sequence(der(0x01, Buffer.from([0xff])))), extension('551d11', names)),
    ),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey))
  const cert = sequence(body, ecdsaWithSha256, signature)
  const pem = cert.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${pem}\n-----END CERTIFICATE-----\n`,
  }
}

const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'der' })
