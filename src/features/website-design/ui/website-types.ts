import {
  BookOpenText,
  BriefcaseBusiness,
  CalendarCheck,
  GraduationCap,
  HandHeart,
  HeartPulse,
  Images,
  Landmark,
  type LucideIcon,
  Megaphone,
  Rocket,
  ShoppingCart,
  WandSparkles,
} from 'lucide-react'
import { m } from '../../../paraglide/messages.js'

/** A kind of website that the shop designs. */
export interface WebsiteType {
  id: string
  icon: LucideIcon
  name: () => string
  about: () => string
}

/** The twelve types, in the order of the specification. */
export const websiteTypes: readonly WebsiteType[] = [
  { id: 'business', icon: BriefcaseBusiness, name: m.website_business, about: m.website_business_about },
  { id: 'store', icon: ShoppingCart, name: m.website_store, about: m.website_store_about },
  { id: 'portfolio', icon: Images, name: m.website_portfolio, about: m.website_portfolio_about },
  { id: 'blog', icon: BookOpenText, name: m.website_blog, about: m.website_blog_about },
  { id: 'landing', icon: Megaphone, name: m.website_landing, about: m.website_landing_about },
  { id: 'booking', icon: CalendarCheck, name: m.website_booking, about: m.website_booking_about },
  { id: 'community', icon: HandHeart, name: m.website_community, about: m.website_community_about },
  { id: 'government', icon: Landmark, name: m.website_government, about: m.website_government_about },
  { id: 'education', icon: GraduationCap, name: m.website_education, about: m.website_education_about },
  { id: 'healthcare', icon: HeartPulse, name: m.website_healthcare, about: m.website_healthcare_about },
  { id: 'saas', icon: Rocket, name: m.website_saas, about: m.website_saas_about },
  { id: 'custom', icon: WandSparkles, name: m.website_custom, about: m.website_custom_about },
]
