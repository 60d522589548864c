import type { Money } from '../../shared/money/money.ts'
import type { Ending, Offers } from '../../shared/pages.ts'
import { endingOf, optionalMoney } from './catalogue.ts'

// Prices that few pages show, apart from the catalogue, which every page loads.

type Sold = Pick<Offers, 'endings' | 'currency'>

const priceIn = (
  { endings, currency }: Sold,
  name: string,
  read: (sold: Ending) => Ending['price'] | undefined,
) => {
  const sold = endings.find(({ ending }) => ending === endingOf(name))
  return sold && optionalMoney(read(sold), currency)
}

/** The price of moving a name here, with its further year. Undefined for "price on request". */
export const transferPrice = (name: string, offers: Sold): Money | undefined =>
  priceIn(offers, name, ({ transfer, renewal }) => transfer ?? renewal)

/** The price of bringing a name back in redemption, beside that of its year. Undefined where the shop has set none. */
export const restorePrice = (name: string, offers: Sold): Money | undefined =>
  priceIn(offers, name, ({ restore }) => restore)
