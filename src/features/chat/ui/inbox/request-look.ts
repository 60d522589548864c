import { domainProduct } from '../../../domains/ui/domain-product.ts'
import { emailProduct } from '../../../emails/ui/email-product.ts'
import { hostingProduct } from '../../../hosting/ui/hosting-product.ts'

const looks = {
  domain: { product: domainProduct, panel: '/admin/domains' },
  email: { product: emailProduct, panel: '/admin/emails' },
  hosting: { product: hostingProduct, panel: '/admin/hosting' },
}

/** Where an admin decides on a request, and how its status looks; undefined for a product that this page has never heard of. */
export const requestLook = ({ kind, subject }: { kind: string; subject: string }) => {
  const look = Object.hasOwn(looks, kind) ? looks[kind as keyof typeof looks] : undefined
  return look && { product: look.product, to: `${look.panel}?q=${encodeURIComponent(subject)}` }
}
