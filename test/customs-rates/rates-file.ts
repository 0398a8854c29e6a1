/** A file as the customs office publishes it, of 24 July 2026. */
export function ratesFile({
  valid = '25.07.2026',
  rates,
}: {
  valid?: string
  rates: readonly (readonly [unit: string, rate: string])[]
}): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<wechselkurse xmlns="https://www.backend-rates.ezv.admin.ch/xmldaily">
  <datum>24.07.2026</datum>
  <zeit>07:00:04</zeit>
  <gueltigkeit>${valid}</gueltigkeit>
  ${rates.map(deviseOf).join('\n  ')}
</wechselkurse>
`
}

/** A file of average rates, as the customs office publishes it. */
export function averageRatesFile(month: string, rates: readonly (readonly [unit: string, rate: string])[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<monatsmittelkurs xmlns="https://www.backend-rates.ezv.admin.ch/avgratesmonth">
  <monat>${month}</monat>
  ${rates.map(deviseOf).join('\n  ')}
</monatsmittelkurs>
`
}

function deviseOf([unit, rate]: readonly [string, string]): string {
  const code = unit.slice(-3).toLowerCase()
  return `<devise code="${code}"><land_de>Land</land_de><waehrung>${unit}</waehrung><kurs>${rate}</kurs></devise>`
}
