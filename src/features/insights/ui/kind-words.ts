import { Globe, Mail, Server, type LucideIcon } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import type { ProductName } from '../../products/products.ts'

/** The products as the overviews name them, and where each has its screens. */
export const kindLooks: Record<
  ProductName,
  { icon: LucideIcon; name: () => string; panel: string; panelName: () => string; screen: string }
> = {
  domain: {
    icon: Globe,
    name: m.area_domains,
    panel: '/admin/domains',
    panelName: m.area_manage_domains,
    screen: '/dashboard/domains',
  },
  email: {
    icon: Mail,
    name: m.area_emails,
    panel: '/admin/emails',
    panelName: m.area_email_requests,
    screen: '/dashboard/emails',
  },
  hosting: {
    icon: Server,
    name: m.area_hosting,
    panel: '/admin/hosting',
    panelName: m.area_hosting_request,
    screen: '/dashboard/hosting',
  },
}
