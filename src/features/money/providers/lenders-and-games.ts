/**
 * Lenders, funds for students and games of chance of East Africa, which pay out over wallets. What they send is the
 * owner's own money. Names alone, with the words of a company's name: "Tala Hardware" is somebody else.
 */
const names =
  'tala|branch|zenka|okash|opesa|timiza|fuliza|haraka|platinum credit|faidika|letshego|hustler fund|heslb|helb|' +
  'higher education (?:students|loans).*|sport ?pesa|betika|m-?bet|meridian ?bet|premier ?bet|pari ?match|mozzart(?: ?bet)?|odi ?bets?|' +
  '1xbet|22bet|bet ?pawa|gal ?sport(?: ?betting)?|fortebet|biko|tatu ?mzuka|lotto|gwala bet|princess bet|wasafi ?bet|sokabet|betway|betlion|betwinner|sportybet|sporty|mcheza|shabiki|bangbet|supabets?|betafriq|safaribet|melbet'
const companyWords =
  'international|microfinance|mfc|mfi|loans?|credit|mobile|africa|tanzania|kenya|uganda|rwanda|burundi|tz|ke|ug|ltd|limited|plc|co|inc'

/** A company of bets calls itself so. Elizabet is a person. */
const bets = String.raw`(?!al(?:ph|f)abet|el[iy][sz]abet)[a-z\d]+bets?`

export const lendersAndGames: RegExp = new RegExp(
  String.raw`^(?:[+\d*]+ - )?(?:${names}|${bets})(?:[ .,]+(?:${companyWords}))*[ .]*$`,
  'i',
)
