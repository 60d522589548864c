import type { openRegistrarShop } from '../../../features/fulfilment/server/testing/registrar-shop.ts'
import type { TestSmtp } from '../smtp.ts'
import type { Ask, Person, Shop } from '../shop.ts'

/** Where causes are made: a shop whose .com names a stub of a registrar registers, and a shop with strict limits. */
export interface World extends Pick<
  Awaited<ReturnType<typeof openRegistrarShop>>,
  'stub' | 'shop' | 'admin' | 'account' | 'offer' | 'activate' | 'until'
> {
  /** Calls with a key that may do everything. */
  key: Ask
  smtp: TestSmtp
  /** Two changes a minute of a person and one of a key. */
  limited: { shop: Shop; admin: Person; key: Ask }
  /** A name that was not used before. A registry says of each .net name that nobody has registered it. */
  newName(ending?: string): string
  /** A customer with the password `GOOD`. */
  withPassword(): Promise<Person>
  /** A domain that the customer holds and no registrar serves. */
  own(person: Person, name?: string): Promise<{ id: string; name: string; request_id: string }>
}

/** A call that is refused. It changes nothing, so that it can be made by several callers. */
export interface RefusedCall {
  /** An endpoint of the contract, such as `GET /admin/orders/{id}`. */
  endpoint: string
  /** Who calls in the application. Undefined for a visitor. */
  person: Person | undefined
  /** What its address contains. */
  params?: Record<string, string>
  /** The query of a GET. */
  body?: object
  headers?: Record<string, string>
  /** Instead of the key that may do everything. */
  key?: Ask
  /** It is about the person who calls, so that no key can make it. */
  isPersonal?: boolean
  /** Undoes what others would meet. */
  after?: () => unknown
}

/** Brings about what an endpoint refuses with a code. */
export type Cause = (world: World) => Promise<RefusedCall>
export type Causes = Record<string, Cause>
