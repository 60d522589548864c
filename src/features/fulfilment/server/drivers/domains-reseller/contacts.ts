import { parsePhoneNumberFromString } from 'libphonenumber-js'
import type { Contact } from '../driver.ts'
import type { FormValue } from './form-body.ts'

/** The holder under each role. The add-on's own module writes roles in lower case, some of its sellers' pages do not. */
const roles = ['registrant', 'admin', 'tech', 'billing'].flatMap((role) => [
  role,
  role.slice(0, 1).toUpperCase() + role.slice(1),
])

/** WHMCS has the country's code before a dot: `+255.700000100`. */
function phoneOf(phone: string): string {
  const parsed = parsePhoneNumberFromString(phone)
  return parsed ? `+${parsed.countryCallingCode}.${parsed.nationalNumber}` : phone
}

/** The contacts of an order: one person in all roles. */
export function orderContacts(holder: Contact): FormValue {
  const fields = {
    firstname: holder.first_name,
    lastname: holder.last_name,
    fullname: `${holder.first_name} ${holder.last_name}`,
    companyname: holder.company ?? '',
    email: holder.email,
    address1: holder.address,
    address2: '',
    city: holder.city,
    state: holder.state,
    // Sellers' pages name the one or the other.
    zipcode: holder.postcode,
    postcode: holder.postcode,
    country: holder.country,
    phonenumber: phoneOf(holder.phone),
  }
  return Object.fromEntries(roles.map((role) => [role, fields]))
}

/** The contacts of a registered name with the field names of WHMCS, which `GET …/contact` answers with. */
export function savedContacts(holder: Contact): FormValue {
  const fields = {
    'First Name': holder.first_name,
    'Last Name': holder.last_name,
    'Company Name': holder.company ?? '',
    'Email Address': holder.email,
    'Address 1': holder.address,
    'Address 2': '',
    City: holder.city,
    State: holder.state,
    Postcode: holder.postcode,
    Country: holder.country,
    'Phone Number': phoneOf(holder.phone),
  }
  return Object.fromEntries(['Registrant', 'Admin', 'Tech', 'Billing'].map((role) => [role, fields]))
}
