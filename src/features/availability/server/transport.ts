import { openTransport, RegistryError, type Transport } from '@kikoa/registry-answers'
import { isPublicAddress } from '@kikoa/auth/client-address'
import { checkedAddresses, InnerAddress, type Resolve, resolveHost } from '../../../server/http/outbound.ts'

export interface TransportOptions {
  resolve?: Resolve
  isPublic?: (address: string) => boolean
  /** More certificate authorities, for tests. */
  ca?: string
}

/** The HTTP transport for questions to registries. It reaches internal addresses only where the operator named the host. */
export const createTransport = ({
  resolve = resolveHost,
  isPublic = isPublicAddress,
  ca,
}: TransportOptions = {}): Transport =>
  openTransport({
    ca,
    userAgent: 'Kikoa',
    addressesOf: (host, allowPrivate) =>
      checkedAddresses(host, allowPrivate ? () => true : isPublic, resolve).catch((cause: unknown) => {
        throw new RegistryError(cause instanceof InnerAddress ? 'inner-address' : 'no-connection', { cause })
      }),
  })
