import { endpoints } from '../endpoints.ts'

const nameOf = ({ method, address }: (typeof endpoints)[number]) => `${method} ${address}`
const namesFor = (access: (typeof endpoints)[number]['access']) =>
  endpoints.filter((endpoint) => endpoint.access === access).map(nameOf)

/** The endpoints of the contract, such as `GET /admin/orders`, by who may call them. */
export const access = {
  visitors: namesFor('visitors'),
  customers: namesFor('customers'),
  admins: namesFor('admins'),
}
