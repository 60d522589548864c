import { m } from '../../../../paraglide/messages.js'
import type { ProductName } from '../../../products/products.ts'

interface ReviewTexts {
  title: () => string
  about: () => string
  listFailed: () => string
  saved: () => string
  failed: () => string
  recordFailed: () => string
}

/** The texts of a product's review. Customers, who load the products, don't load these. */
export const reviewTexts: Record<ProductName, ReviewTexts> = {
  domain: {
    title: m.domains_review_title,
    about: m.common_newest_first,
    listFailed: m.review_list_failed,
    saved: m.review_saved,
    failed: m.review_failed,
    recordFailed: m.domains_record_failed,
  },
  email: {
    title: m.emails_review_title,
    about: m.common_newest_first,
    listFailed: m.review_list_failed,
    saved: m.review_saved,
    failed: m.review_failed,
    recordFailed: m.emails_record_failed,
  },
  hosting: {
    title: m.hosting_review_title,
    about: m.common_newest_first,
    listFailed: m.hosting_review_list_failed,
    saved: m.hosting_review_saved,
    failed: m.hosting_review_failed,
    recordFailed: m.hosting_record_failed,
  },
}
